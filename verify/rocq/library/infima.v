(* Infima: the largest of the numbers that are below all members. *)
Definition infimum_of (S : R -> Prop) (m : R) : Prop := (forall x, S x -> m <= x) /\ forall b, (forall x, S x -> b <= x) -> b <= m.
Lemma infimum_between S lo hi : (exists y, S y /\ y <= hi) -> (forall x, S x -> lo <= x) -> exists m, lo <= m <= hi /\ infimum_of S m.
Proof.
  intros [y [Y H]] B; destruct (completeness (fun x => S (- x))) as [m [M1 M2]].
  - exists (- lo); intros x X; specialize (B _ X); lra.
  - exists (- y); rewrite Ropp_involutive; exact Y.
  - exists (- m); split; [split|split].
    + cut (m <= - lo); [lra|]; apply M2; intros x X; specialize (B _ X); lra.
    + cut (- y <= m); [lra|]; apply M1; rewrite Ropp_involutive; exact Y.
    + intros x X; cut (- x <= m); [lra|]; apply M1; rewrite Ropp_involutive; exact X.
    + intros b C; cut (m <= - b); [lra|]; apply M2; intros x X; specialize (C _ X); lra.
Qed.

(* What is below a number does not meet a condition: by an order of the profile, or by intervals. *)
Ltac too_small x lo :=
  let H := fresh "H" in intro H; repeat match goal with K : _ /\ _ |- _ => destruct K end;
  first [lra | apply Rnot_lt_le; let L := fresh "L" in intro L;
    match goal with W : ?a <= ?b |- False => revert W; apply Rlt_not_le; first [falls lo | falls_by_form x lo | decided_on1 x] end].
(* The infimum is a number that is a member and below all members, as their logarithms tell. *)
Lemma infimum_attained (S : R -> Prop) v : S v -> (forall x, S x -> v <= x) -> infimum_of S v.
Proof. intros A B; split; [exact B | intros b C; apply C, A]. Qed.
Ltac above_least :=
  let L := fresh "L" in let H := fresh "H" in
  intro H; repeat match goal with K : _ /\ _ |- _ => destruct K end;
  apply Rnot_lt_le; intro L; apply ln_increasing in L; [| positive];
  repeat match goal with K : context [ln _] |- _ => revert K end; expand_logs; intros; lra.
Ltac least_is v :=
  let m := fresh "least" in let x := fresh "x" in
  lazymatch goal with |- exists m, infimum_of ?S m /\ _ =>
    exists v; split; [apply infimum_attained; [repeat (split; [decided |]); decided | intro x; above_least] | ]
  end.
(* The infimum lies between two numbers: the upper one is a member, what is below the lower one is none. *)
Ltac least_between lo hi :=
  let m := fresh "least" in let x := fresh "x" in
  lazymatch goal with |- exists m, infimum_of ?S m /\ _ =>
    destruct (infimum_between S lo hi) as [m [? ?]];
    [exists hi; split; [ | lra] | intro x; too_small x lo | exists m; split; [assumption | ]]
  end.
