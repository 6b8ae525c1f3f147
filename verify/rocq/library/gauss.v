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

(* A continuous function takes every value between its values at two ends. *)
Lemma taken f lo hi y : lo < hi -> (forall x, lo <= x <= hi -> continuous f x) -> f lo <= y <= f hi -> exists x, lo <= x <= hi /\ f x = y.
Proof.
  intros L C [[A | A] [B | B]].
  - destruct (Ranalysis5.IVT_interv (fun x => f x - y) lo hi) as [x [X1 X2]]; [| exact L | lra | lra |].
    + intros x X; apply continuity_pt_filterlim, (continuous_minus f (fun _ => y)); [apply C; exact X | apply continuous_const].
    + exists x; split; [exact X1 | lra].
  - exists hi; split; [lra | congruence].
  - exists lo; split; [lra | congruence].
  - exists lo; split; [lra | congruence].
Qed.
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
Ltac enclose_integrals ::=
  unfold gaussian_profile, erf, Phi;
  repeat match goal with |- context [RInt bell ?a ?b] =>
    let H := fresh "H" in
    change (RInt bell a b) with (RInt (fun t => exp (- t ^ 2 / 2)) a b);
    first [integral_intro (RInt (fun t => exp (- t ^ 2 / 2)) a b) with (i_relwidth 40) as H | integral_intro (RInt (fun t => exp (- t ^ 2 / 2)) a b) as H];
    let v := fresh "v" in generalize dependent (RInt (fun t => exp (- t ^ 2 / 2)) a b); intros v H
  end.
