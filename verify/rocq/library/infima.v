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
(* Or it is below all members, and all that is above it are members. *)
Lemma infimum_approached (S : R -> Prop) v : (forall x, v < x -> S x) -> (forall x, S x -> v <= x) -> infimum_of S v.
Proof.
  intros A B; split; [exact B | intros b C]; apply Rnot_lt_le; intro L.
  assert (D : b <= (b + v) / 2) by (apply C, A; lra); lra.
Qed.
(* Quotients by positive numbers are compared as products, and logarithms of squares as multiples. *)
Lemma product_lt a b c : 0 < c -> b > a / c -> a < b * c.
Proof. intros P H; apply Rgt_lt in H; replace a with (a / c * c) by (field; lra); apply Rmult_lt_compat_r; assumption. Qed.
Lemma product_le a b c : 0 < c -> b >= a / c -> a <= b * c.
Proof. intros P H; apply Rge_le in H; replace a with (a / c * c) by (field; lra); apply Rmult_le_compat_r; lra. Qed.
Lemma quotient_lt a b c : 0 < c -> a < b * c -> b > a / c.
Proof. intros P H; apply Rlt_gt, Rmult_lt_reg_r with c; [exact P | unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; exact H]. Qed.
Lemma quotient_le a b c : 0 < c -> a <= b * c -> b >= a / c.
Proof. intros P H; apply Rle_ge, Rmult_le_reg_r with c; [exact P | unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; exact H]. Qed.
Ltac without_quotients :=
  repeat match goal with
  | H : ?b >= ?a / ?c |- _ => apply (product_le a b c) in H; [| positive]
  | H : ?b > ?a / ?c |- _ => apply (product_lt a b c) in H; [| positive]
  | |- _ >= _ / _ => apply quotient_le; [positive |]
  | |- _ > _ / _ => apply quotient_lt; [positive |]
  end.
Ltac squares_in_logs :=
  repeat match goal with
  | |- context [ln ?a] => match goal with |- context [ln ?b] =>
      lazymatch goal with _ : ln a = 2 * ln b |- _ => fail | _ => assert (ln a = 2 * ln b) by (replace a with (b * b) by lra; rewrite ln_mult by lra; ring) end end
  end.
Ltac compared_by_logs :=
  without_quotients; repeat match goal with K : context [ln _] |- _ => revert K end; unfold Rpower; expand_logs; squares_in_logs; intros; first [lra | nra].
Ltac above_least :=
  let L := fresh "L" in let H := fresh "H" in
  intro H; repeat match goal with K : _ /\ _ |- _ => destruct K end;
  apply Rnot_lt_le; intro L; apply ln_increasing in L; [| positive]; compared_by_logs.
Ltac member_above :=
  let x := fresh "x" in let L := fresh "L" in let P := fresh "P" in
  intros x L; lazymatch type of L with ?v < x => assert (P : 0 < v) by positive; assert (0 < x) by lra end;
  apply ln_increasing in L; [| exact P];
  repeat (split; [first [positive | apply Rgt_not_eq; positive | lra] |]); compared_by_logs.
Ltac least_is v :=
  let m := fresh "least" in let x := fresh "x" in
  lazymatch goal with |- exists m, infimum_of ?S m /\ _ =>
    exists v; split; [first [apply infimum_attained; [repeat (split; [decided |]); first [decided | compared_by_logs] | intro x; above_least] | apply infimum_approached; [member_above | intro x; above_least]] | ]
  end.
(* The infimum lies between two numbers: the upper one is a member, what is below the lower one is none. *)
Ltac least_between lo hi :=
  let m := fresh "least" in let x := fresh "x" in
  lazymatch goal with |- exists m, infimum_of ?S m /\ _ =>
    destruct (infimum_between S lo hi) as [m [? ?]];
    [exists hi; split; [ | lra] | intro x; too_small x lo | exists m; split; [assumption | ]]
  end.
