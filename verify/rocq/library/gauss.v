(* The normal distribution function, the error function and the Gaussian privacy profile, as integrals. *)
Definition bell (t : R) : R := exp (- t ^ 2 / 2).
Definition Phi (x : R) : R := 1 / 2 + RInt bell 0 x / sqrt (2 * PI).
Definition erf (x : R) : R := 2 * Phi (x * sqrt 2) - 1.
Definition gaussian_profile (epsilon mu : R) : R := Phi (mu / 2 - epsilon / mu) - exp epsilon * Phi (- mu / 2 - epsilon / mu).

Lemma bell_continuous x : continuous bell x.
Proof. apply (ex_derive_continuous bell); unfold bell; auto_derive; trivial. Qed.
Lemma bell_integral x : is_derive (fun x => RInt bell 0 x) x (bell x).
Proof.
  apply (is_derive_RInt (V := R_NormedModule) bell (fun x => RInt bell 0 x) 0 x).
  - exists (mkposreal 1 Rlt_0_1); intros y _; apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule) bell).
    intros z _; apply bell_continuous.
  - apply bell_continuous.
Qed.
Lemma Phi_continuous x : continuous Phi x.
Proof.
  unfold Phi; apply (continuous_plus (fun _ => 1 / 2) (fun x => RInt bell 0 x / sqrt (2 * PI))); [apply continuous_const|].
  apply (continuous_mult (fun x => RInt bell 0 x) (fun _ => / sqrt (2 * PI))); [|apply continuous_const].
  apply (ex_derive_continuous (fun x => RInt bell 0 x)); exists (bell x); apply bell_integral.
Qed.

Lemma Phi_derivative x : is_derive Phi x (bell x / sqrt (2 * PI)).
Proof.
  unfold Phi; replace (bell x / sqrt (2 * PI)) with (0 + bell x * / sqrt (2 * PI)) by (unfold Rdiv; ring).
  apply (is_derive_plus (fun _ => 1 / 2) (fun x => RInt bell 0 x / sqrt (2 * PI))); [apply (is_derive_const (1 / 2)) |].
  apply (is_derive_ext (fun x => / sqrt (2 * PI) * RInt bell 0 x)); [intro t; apply Rmult_comm |].
  rewrite (Rmult_comm (bell x)); apply (is_derive_scal (fun x => RInt bell 0 x)), bell_integral.
Qed.
Lemma Phi_rises x y : x <= y -> Phi x <= Phi y.
Proof.
  intro H; destruct (MVT_gen Phi x y (fun z => bell z / sqrt (2 * PI))) as [c [_ E]].
  - intros z _; apply Phi_derivative.
  - intros z _; apply continuity_pt_filterlim, Phi_continuous.
  - assert (0 <= bell c / sqrt (2 * PI) * (y - x)); [|lra].
    apply Rmult_le_pos; [|lra]; apply Rmult_le_pos; [apply Rlt_le, exp_pos | apply Rlt_le, Rinv_0_lt_compat, sqrt_lt_R0].
    assert (0 < PI) by apply PI_RGT_0; lra.
Qed.
(* The profile falls as epsilon grows (as far as the distribution function is seen to be positive). *)
Lemma profile_falls mu x y : 0 < mu -> x <= y -> 0 <= Phi (- mu / 2 - y / mu) -> gaussian_profile y mu <= gaussian_profile x mu.
Proof.
  intros M H P; destruct (MVT_gen (fun e => gaussian_profile e mu) x y (fun e => - (exp e * Phi (- mu / 2 - e / mu)))) as [c [C E]].
  - intros z _; unfold gaussian_profile.
    replace (- (exp z * Phi (- mu / 2 - z / mu))) with ((- / mu) * (bell (mu / 2 - z / mu) / sqrt (2 * PI))
      - (exp z * Phi (- mu / 2 - z / mu) + exp z * ((- / mu) * (bell (- mu / 2 - z / mu) / sqrt (2 * PI))))).
    + apply (is_derive_minus (fun e => Phi (mu / 2 - e / mu)) (fun e => exp e * Phi (- mu / 2 - e / mu))).
      * apply (is_derive_comp Phi (fun e => mu / 2 - e / mu)); [apply Phi_derivative | auto_derive; [trivial | field; lra]].
      * apply (is_derive_mult exp (fun e => Phi (- mu / 2 - e / mu))); [apply is_derive_Reals, derivable_pt_lim_exp | | intros; apply Rmult_comm].
        apply (is_derive_comp Phi (fun e => - mu / 2 - e / mu)); [apply Phi_derivative | auto_derive; [trivial | field; lra]].
    + assert (B : exp z * bell (- mu / 2 - z / mu) = bell (mu / 2 - z / mu)) by (unfold bell; rewrite <- exp_plus; f_equal; field; lra).
      rewrite <- B; unfold Rdiv; ring.
  - intros z _; apply continuity_pt_filterlim; unfold gaussian_profile.
    assert (D : forall s, continuous (fun e => s - e / mu) z) by (intro s; apply (ex_derive_continuous (fun e => s - e / mu)); auto_derive; lra).
    apply (continuous_minus (fun e : R => Phi (mu / 2 - e / mu)) (fun e => exp e * Phi (- mu / 2 - e / mu))).
    + apply (continuous_comp (fun e => mu / 2 - e / mu) Phi); [apply D | apply Phi_continuous].
    + apply (continuous_mult exp); [apply continuous_exp|].
      apply (continuous_comp (fun e => - mu / 2 - e / mu) Phi); [apply D | apply Phi_continuous].
  - assert (Q : Phi (- mu / 2 - y / mu) <= Phi (- mu / 2 - c / mu)).
    { apply Phi_rises; assert (c / mu <= y / mu); [|lra]; apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; exact M|].
      destruct C as [_ C]; rewrite Rmax_right in C; lra. }
    assert (0 <= exp c * Phi (- mu / 2 - c / mu) * (y - x)); [|lra].
    apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rlt_le, exp_pos | lra] | lra].
Qed.
Lemma profile_continuous mu x : 0 < mu -> continuous (fun e => gaussian_profile e mu) x.
Proof.
  intro M; unfold gaussian_profile.
  assert (D : forall s, continuous (fun e => s - e / mu) x) by (intro s; apply (ex_derive_continuous (fun e => s - e / mu)); auto_derive; lra).
  apply (continuous_minus (fun e : R => Phi (mu / 2 - e / mu)) (fun e => exp e * Phi (- mu / 2 - e / mu))).
  - apply (continuous_comp (fun e => mu / 2 - e / mu) Phi); [apply D | apply Phi_continuous].
  - apply (continuous_mult exp); [apply continuous_exp|].
    apply (continuous_comp (fun e => - mu / 2 - e / mu) Phi); [apply D | apply Phi_continuous].
Qed.
Ltac continuous_term ::= first [apply profile_continuous; decided | apply Phi_continuous | continuous_by_form].
Lemma level_taken epsilon delta lo hi : 0 < lo -> lo < hi -> gaussian_profile epsilon lo <= delta -> delta <= gaussian_profile epsilon hi ->
  exists mu, lo <= mu <= hi /\ gaussian_profile epsilon mu = delta.
Proof.
  intros L H A B; apply taken; [exact H | | split; assumption].
  intros x X; unfold gaussian_profile.
  assert (D : continuous (fun m => m / 2 - epsilon / m) x) by (apply (ex_derive_continuous (fun m => m / 2 - epsilon / m)); auto_derive; lra).
  assert (E : continuous (fun m => - m / 2 - epsilon / m) x) by (apply (ex_derive_continuous (fun m => - m / 2 - epsilon / m)); auto_derive; lra).
  apply (continuous_minus (fun m : R => Phi (m / 2 - epsilon / m)) (fun m => exp epsilon * Phi (- m / 2 - epsilon / m))).
  - apply (continuous_comp (fun m => m / 2 - epsilon / m) Phi); [exact D | apply Phi_continuous].
  - apply (continuous_mult (fun _ => exp epsilon)); [apply continuous_const|].
    apply (continuous_comp (fun m => - m / 2 - epsilon / m) Phi); [exact E | apply Phi_continuous].
Qed.
Lemma quantile_taken p lo hi : lo < hi -> Phi lo <= p -> p <= Phi hi -> exists x, lo <= x <= hi /\ Phi x = p.
Proof. intros H A B; apply taken; [exact H | intros; apply Phi_continuous | split; assumption]. Qed.
Ltac unfold_integrals ::= unfold gaussian_profile, erf.
(* Integrals are enclosed between ends that are told without zeros. *)
Ltac without_zeros :=
  repeat match goal with
  | |- context [0 / ?a] => replace (0 / a) with 0 by (unfold Rdiv; ring)
  | |- context [0 * ?a] => rewrite (Rmult_0_l a)
  | |- context [?a * 0] => rewrite (Rmult_0_r a)
  end;
  rewrite ?Rminus_0_r, ?Rplus_0_r, ?Rplus_0_l.
Ltac enclose_integrals ::=
  unfold gaussian_profile, erf, Phi; without_zeros;
  repeat match goal with |- context [RInt bell ?a ?b] =>
    let H := fresh "H" in
    change (RInt bell a b) with (RInt (fun t => exp (- t ^ 2 / 2)) a b);
    first [integral_intro (RInt (fun t => exp (- t ^ 2 / 2)) a b) with (i_relwidth 40) as H | integral_intro (RInt (fun t => exp (- t ^ 2 / 2)) a b) as H];
    let v := fresh "v" in generalize dependent (RInt (fun t => exp (- t ^ 2 / 2)) a b); intros v H
  end.
Ltac falls lo ::=
  lazymatch goal with |- ?d < gaussian_profile ?x ?mu =>
    apply (Rlt_le_trans _ (gaussian_profile lo mu)); [decided | apply profile_falls; [decided | lra | decided]]
  end.
(* The number with this profile where it is known from an equation before, else one between two ends. *)
Lemma exp_of_zero a : a = 0 -> exp a = 1.
Proof. intros ->; apply exp_0. Qed.
Ltac same_powers :=
  repeat match goal with
  | |- context [exp ?a] => rewrite (exp_of_zero a) by (first [lra | field])
  | |- context [exp ?a] =>
      match goal with |- context [exp ?b] => lazymatch a with b => fail | _ => replace (exp a) with (exp b) by (f_equal; field) end end
  end.
Ltac known_equal := prepare; same_powers; first [reflexivity | lra | field].
Ltac level_again :=
  match goal with H : gaussian_profile ?e1 ?m1 = ?d1 |- exists m, 0 < m /\ gaussian_profile ?e m = ?d /\ _ =>
    let E := fresh in let D := fresh in assert (E : e = e1) by known_equal; assert (D : d = d1) by known_equal;
    exists m1; split; [decided | split; [rewrite E, D; exact H | ]]
  end.
Ltac level_between lo hi :=
  let m := fresh "level" in
  lazymatch goal with
  | |- exists m, 0 < m /\ gaussian_profile ?e m = ?d /\ _ => destruct (level_taken e d lo hi) as [m [? ?]]
  | |- exists m, 0 < m /\ gaussian_profile ?e m = ?d => destruct (level_taken e d lo hi) as [m [? ?]]
  end; [decided | decided | decided | decided | exists m].
Ltac quantile_between lo hi :=
  let m := fresh "level" in
  lazymatch goal with
  | |- exists m, Phi m = ?p /\ _ => destruct (quantile_taken p lo hi) as [m [? ?]]
  | |- exists m, Phi m = ?p => destruct (quantile_taken p lo hi) as [m [? ?]]
  end; [decided | decided | decided | exists m].
Ltac with_integrals ::= match goal with |- context [Phi _] => idtac | |- context [RInt _ _ _] => idtac end.
