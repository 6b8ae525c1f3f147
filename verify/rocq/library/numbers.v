(* Powers of numbers that are not negative: 0 to a positive power is 0. *)
Definition power (a b : R) : R := if Req_EM_T a 0 then 0 else Rpower a b.

(* Sums and products over the integers from lo to hi. *)
Definition range (lo hi : Z) : list Z := map (fun k => (lo + Z.of_nat k)%Z) (seq 0 (Z.to_nat (hi - lo + 1))).
Definition sum_over (lo hi : Z) (f : Z -> R) : R := fold_right (fun k s => f k + s) 0 (range lo hi).
Definition product_over (lo hi : Z) (f : Z -> R) : R := fold_right (fun k s => f k * s) 1 (range lo hi).
Definition largest_over (lo hi : Z) (f : Z -> R) : R := fold_right (fun k s => Rmax (f k) s) (f lo) (range lo hi).
Definition least_over (lo hi : Z) (f : Z -> R) : R := fold_right (fun k s => Rmin (f k) s) (f lo) (range lo hi).
Fixpoint factorial (n : nat) : Z := match n with O => 1%Z | S m => (Z.of_nat n * factorial m)%Z end.
Definition binomial (n k : Z) : Z :=
  if ((k <? 0) || (n <? k))%Z%bool then 0%Z
  else (factorial (Z.to_nat n) / (factorial (Z.to_nat k) * factorial (Z.to_nat (n - k))))%Z.

Lemma power_positive a b : 0 < a -> power a b = Rpower a b.
Proof. intro H; unfold power; destruct (Req_EM_T a 0); [lra | reflexivity]. Qed.
Lemma power_zero a b : a = 0 -> power a b = 0.
Proof. intro H; unfold power; destruct (Req_EM_T a 0); [reflexivity | lra]. Qed.
Lemma power_one a : 0 <= a -> power a 1 = a.
Proof. intro H; unfold power; destruct (Req_EM_T a 0); [lra | apply Rpower_1; lra]. Qed.
Lemma power_two a : 0 <= a -> power a 2 = a ^ 2.
Proof.
  intro H; unfold power; destruct (Req_EM_T a 0) as [-> | N]; [simpl; lra|].
  replace 2 with (INR 2) by (simpl; lra); rewrite Rpower_pow by lra; simpl; lra.
Qed.
Lemma power_half a : 0 <= a -> power a (/ 2) = sqrt a.
Proof.
  intro H; unfold power; destruct (Req_EM_T a 0) as [-> | N]; [symmetry; apply sqrt_0 | apply Rpower_sqrt; lra].
Qed.
Lemma power_back a b c : 0 <= a -> b * c = 1 -> power (power a b) c = a.
Proof.
  intros H E; unfold power; destruct (Req_EM_T a 0) as [-> | N].
  - destruct (Req_EM_T 0 0); lra.
  - destruct (Req_EM_T (Rpower a b) 0) as [Z | _].
    + exfalso; apply (Rgt_not_eq (Rpower a b) 0); [apply exp_pos | exact Z].
    + rewrite Rpower_mult, E; apply Rpower_1; lra.
Qed.
Lemma exp_minus_ln a : 0 < a -> exp (- ln a) = / a.
Proof. intro H; rewrite exp_Ropp, exp_ln by exact H; reflexivity. Qed.
Lemma exp_times_ln a : 0 < a -> exp (- 1 * ln a) = / a.
Proof. intro H; replace (- 1 * ln a) with (- ln a) by ring; apply exp_minus_ln; exact H. Qed.
Lemma Rmax_as a b : Rmax a b = (a + b + Rabs (a - b)) / 2.
Proof. unfold Rmax, Rabs; destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.
Lemma Rmin_as a b : Rmin a b = (a + b - Rabs (a - b)) / 2.
Proof. unfold Rmin, Rabs; destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.

(* How a comparison of numbers is decided. The other parts of the library say how what they define is computed. *)
Ltac computed t := let r := eval vm_compute in t in change t with r.
Ltac compute_laws := idtac.
Ltac unfold_integrals := idtac.
Ltac enclose_integrals := idtac.
Ltac falls lo := fail.
Ltac small := first [lra | interval | interval with (i_prec 100)].
Ltac compute_sums :=
  repeat match goal with
  | |- context [range ?a ?b] => computed (range a b)
  end;
  cbv beta iota delta [sum_over product_over largest_over least_over fold_right];
  repeat match goal with
  | |- context [IZR (binomial ?n ?k)] => computed (binomial n k)
  | |- context [nth ?n (?x :: ?l) 0] => let r := eval cbv [nth Z.to_nat Z.sub Z.add Pos.to_nat Pos.iter_op Nat.add Z.opp Z.pos_sub Pos.add Pos.sub Pos.pred_double] in (nth n (x :: l) 0) in change (nth n (x :: l) 0) with r
  end.
Ltac plain_powers :=
  repeat match goal with
  | |- context [power (1 * ?p + 0) ?b] => replace (1 * p + 0) with p by ring
  | |- context [power (?w * / ?w * ?p + 0) ?b] => replace (w * / w * p + 0) with p by field
  | |- context [power (power ?a ?b) ?c] => rewrite (power_back a b c) by (first [lra | field])
  | |- context [power ?a 1] => rewrite (power_one a) by small
  | |- context [power ?a 2] => rewrite (power_two a) by small
  | |- context [power ?a (/ 1)] => replace (/ 1) with 1 by lra
  | |- context [power ?a (/ 2)] => rewrite (power_half a) by small
  | |- context [power ?a ?b] => rewrite (power_zero a b) by lra
  | |- context [power ?a ?b] => rewrite (power_positive a b) by small
  end.
Ltac plain_extrema :=
  repeat match goal with
  | |- context [Rmax ?a ?b] => first [rewrite (Rmax_left a b) by small | rewrite (Rmax_right a b) by small | rewrite (Rmax_as a b)]
  | |- context [Rmin ?a ?b] => first [rewrite (Rmin_left a b) by small | rewrite (Rmin_right a b) by small | rewrite (Rmin_as a b)]
  end.
Ltac plain_logs :=
  repeat match goal with
  | |- context [exp (ln ?a)] => rewrite (exp_ln a) by small
  | |- context [exp (- ln ?a)] => rewrite (exp_minus_ln a) by small
  | |- context [exp (- 1 * ln ?a)] => rewrite (exp_times_ln a) by small
  end.
Ltac prepare := compute_laws; compute_sums; plain_extrema; plain_powers; plain_logs; unfold_integrals.
Ltac bounded := first [interval | interval with (i_prec 100) | interval with (i_prec 400)].
Ltac quotients := unfold Rdiv; first [apply Rmult_le_compat_r | apply Rle_ge, Rmult_le_compat_r | apply Rmult_lt_compat_r]; [left; apply Rinv_0_lt_compat; lra | nra].
Ltac order := first [lra | bounded | enclose_integrals; bounded | nra | quotients].
Ltac equal := first [reflexivity | lra | ring | field; repeat split; lra | field; order | unfold Rpower; field_simplify_eq; order].
Ltac decided :=
  lazymatch goal with
  | |- True => exact I
  | |- _ = true => vm_compute; reflexivity
  | |- (_ <= _)%Z => first [lia | vm_compute; discriminate]
  | |- (_ < _)%Z => first [lia | vm_compute; reflexivity]
  | |- @eq R _ _ => first [assumption | equal | prepare; equal]
  | |- _ <> _ => first [lra | prepare; apply Rlt_not_eq; order | prepare; apply Rgt_not_eq; order]
  | |- @eq _ _ _ => first [reflexivity | lia]
  | |- _ => first [assumption | lra | prepare; order]
  end.
(* Premises, one by one. *)
Ltac opened := let H := fresh "H" in intro H;
  repeat match goal with K : _ /\ _ |- _ => destruct K end;
  repeat match goal with K : _ \/ _ |- _ => destruct K; repeat match goal with L : _ /\ _ |- _ => destruct L end end; subst;
  repeat match goal with K : (?a <= ?b)%Z |- _ =>
    lazymatch goal with _ : IZR a <= IZR b |- _ => fail | _ => generalize (IZR_le a b K); intro end
  end.
(* The same on a range of numbers: bounded ranges are cut where that is needed. *)
Ltac decided_on1 x := first [decided | prepare; first [interval with (i_bisect x, i_autodiff x, i_depth 20) | nra]].
Ltac decided_on2 x y := first [decided | prepare; first [interval with (i_bisect x, i_bisect y, i_autodiff x, i_depth 16) | nra]].
Ltac decided_on3 x y z := first [decided | prepare; first [interval with (i_bisect x, i_bisect y, i_bisect z, i_depth 14) | nra]].

(* All integers of a range, one by one. *)
Ltac enumerated i :=
  match goal with L : (?a <= i)%Z, U : (i <= ?b)%Z |- _ =>
    let a1 := eval vm_compute in a in
    first [exfalso; lia | destruct (Z.eq_dec i a1) as [-> | ?]; [clear L U | assert (a1 + 1 <= i)%Z by lia; clear L; enumerated i]]
  end.

(* What is defined by an equation. *)
Ltac itself := lazymatch goal with |- exists x, x = ?e => exists e | |- exists x, x = ?e /\ _ => exists e end.
