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
(* The gamma function at positive integers and at halves of odd positive integers, told by its values there; the confluent hypergeometric function where its series ends. *)
Definition gamma_at (n : Z) : R := IZR (factorial (Z.to_nat (n - 1))).
Definition gamma_half (n : Z) : R := product_over 0 (n - 1) (fun k => IZR k + 1 / 2) * sqrt PI.
Definition hypergeometric (n : Z) (b z : R) : R :=
  sum_over 0 n (fun k => product_over 0 (k - 1) (fun i => (IZR i - IZR n) / (b + IZR i)) * powerRZ z k / IZR (factorial (Z.to_nat k))).

Lemma power_positive a b : 0 < a -> power a b = Rpower a b.
Proof. intro H; unfold power; destruct (Req_EM_T a 0); [lra | reflexivity]. Qed.
Lemma power_above_0 a b : 0 < a -> 0 < power a b.
Proof. intro H; rewrite power_positive by exact H; apply exp_pos. Qed.
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
Lemma Rpower_two a : 0 < a -> Rpower a 2 = a * a.
Proof. intro H; replace 2 with (1 + 1) by ring; rewrite Rpower_plus, Rpower_1 by exact H; reflexivity. Qed.
Lemma Rpower_minus_one a : 0 < a -> Rpower a (1 - 2) = / a.
Proof. intro H; replace (1 - 2) with (- (1)) by ring; rewrite Rpower_Ropp, Rpower_1 by exact H; reflexivity. Qed.
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
Lemma power_of_one a b : a = 1 -> power a b = 1.
Proof. intros ->; unfold power; destruct (Req_EM_T 1 0); [lra | unfold Rpower; rewrite ln_1, Rmult_0_r; apply exp_0]. Qed.
Lemma Rmax_as a b : Rmax a b = (a + b + Rabs (a - b)) / 2.
Proof. unfold Rmax, Rabs; destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.
Lemma Rmin_as a b : Rmin a b = (a + b - Rabs (a - b)) / 2.
Proof. unfold Rmin, Rabs; destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.

Lemma sum_over_le lo hi f g : (forall k, (lo <= k <= hi)%Z -> f k <= g k) -> sum_over lo hi f <= sum_over lo hi g.
Proof.
  intro H; unfold sum_over.
  assert (A : forall k, In k (range lo hi) -> (lo <= k <= hi)%Z).
  { intros k K; unfold range in K; apply in_map_iff in K; destruct K as [n [<- K]]; apply in_seq in K; lia. }
  induction (range lo hi) as [| k l I]; simpl; [lra |].
  apply Rplus_le_compat; [apply H, A; left; reflexivity | apply I; intros j J; apply A; right; exact J].
Qed.
Lemma sum_over_same lo hi f g : (forall k, f k = g k) -> sum_over lo hi f = sum_over lo hi g.
Proof. intro H; unfold sum_over; induction (range lo hi) as [| k l I]; simpl; [reflexivity | rewrite I, (H k); reflexivity]. Qed.
Lemma factorial_positive n : (0 < factorial n)%Z.
Proof. induction n as [| n I]; [reflexivity | change (0 < Z.of_nat (S n) * factorial n)%Z; apply Z.mul_pos_pos; [lia | exact I]]. Qed.
Lemma binomial_positive n k : 0 <= IZR (binomial n k).
Proof.
  apply IZR_le; unfold binomial; destruct ((k <? 0) || (n <? k))%Z%bool; [lia |].
  apply Z.div_pos; [| apply Z.mul_pos_pos]; [apply Z.lt_le_incl | |]; apply factorial_positive.
Qed.
Lemma minus_le a b c d : a <= c -> d <= b -> a - b <= c - d.
Proof. lra. Qed.
Lemma opposite_le a b : b <= a -> - a <= - b.
Proof. lra. Qed.
Lemma falling_product a b c : c <= 0 -> b <= a -> a * c <= b * c.
Proof. intros; rewrite !(Rmult_comm _ c); apply Rmult_le_compat_neg_l; assumption. Qed.
Lemma minus_lt a b c d : a < c -> d <= b -> a - b < c - d.
Proof. lra. Qed.
Lemma exp_le a b : a <= b -> exp a <= exp b.
Proof. intros [H | ->]; [left; apply exp_increasing; exact H | right; reflexivity]. Qed.
Lemma ln_le_mono a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros P [H | ->]; [left; apply ln_increasing; assumption | right; reflexivity]. Qed.
Lemma Rmax_le a b c d : a <= c -> b <= d -> Rmax a b <= Rmax c d.
Proof. intros; apply Rmax_case; [apply Rle_trans with c; [assumption | apply Rmax_l] | apply Rle_trans with d; [assumption | apply Rmax_r]]. Qed.
Lemma Rmin_le a b c d : a <= c -> b <= d -> Rmin a b <= Rmin c d.
Proof. intros; apply Rmin_glb; [apply Rle_trans with a; [apply Rmin_l | assumption] | apply Rle_trans with b; [apply Rmin_r | assumption]]. Qed.
Lemma share_le t a : 0 <= 1 - t -> 0 <= a -> t * a <= a.
Proof. intros T A; rewrite <- (Rmult_1_l a) at 2; apply Rmult_le_compat_r; lra. Qed.
Lemma inverse_le a b : 0 < b -> b <= a -> / a <= / b.
Proof. intros; apply Rinv_le_contravar; assumption. Qed.

(* How a comparison of numbers is decided. The other parts of the library say how what they define is computed. *)
Ltac computed t := let r := eval vm_compute in t in change t with r.
Ltac compute_laws := idtac.
Ltac unfold_integrals := idtac.
Ltac enclose_integrals := idtac.
Ltac falls lo := fail.
Ltac small := first [lra | interval | interval with (i_prec 100)].
(* Comparisons with 0: intervals are compared with constants. *)
Ltac against_zero :=
  lazymatch goal with
  | |- _ <= _ => apply Rminus_le
  | |- _ < _ => apply Rminus_lt
  | |- _ >= _ => apply Rminus_ge
  | |- _ > _ => apply Rminus_gt
  end.
Ltac compute_sums :=
  unfold gamma_at, gamma_half, hypergeometric;
  repeat (progress (cbv beta delta [sum_over product_over largest_over least_over];
    repeat match goal with |- context [range ?a ?b] => computed (range a b) end; cbv beta iota delta [fold_right]));
  repeat match goal with
  | |- context [powerRZ ?a ?n] => lazymatch n with Z0 => fail | Zpos _ => fail | Zneg _ => fail | _ => computed n end
  | |- context [IZR (binomial ?n ?k)] => computed (binomial n k)
  | |- context [IZR (factorial ?n)] => computed (factorial n)
  | |- context [nth ?n (?x :: ?l) 0] => let r := eval cbv [nth Z.to_nat Z.sub Z.add Pos.to_nat Pos.iter_op Nat.add Z.opp Z.pos_sub Pos.add Pos.sub Pos.pred_double] in (nth n (x :: l) 0) in change (nth n (x :: l) 0) with r
  end.
Ltac plain_powers :=
  repeat match goal with
  | |- context [Rpower ?a 2] => rewrite (Rpower_two a) by lra
  | |- context [Rpower ?a (1 - 2)] => rewrite (Rpower_minus_one a) by lra
  | |- context [power (1 * ?p + 0) ?b] => replace (1 * p + 0) with p by ring
  | |- context [power (?w * / ?w * ?p + 0) ?b] => replace (w * / w * p + 0) with p by field
  | |- context [power (power ?a ?b) ?c] => rewrite (power_back a b c) by (first [lra | field])
  | |- context [power ?a 1] => rewrite (power_one a) by small
  | |- context [power ?a 2] => rewrite (power_two a) by small
  | |- context [power ?a (/ 1)] => replace (/ 1) with 1 by lra
  | |- context [power ?a (/ 2)] => rewrite (power_half a) by small
  | |- context [power ?a ?b] => rewrite (power_zero a b) by lra
  | |- context [power ?a ?b] => rewrite (power_of_one a b) by lra
  | |- context [power ?a ?b] => rewrite (power_positive a b) by small
  end.
Ltac plain_extrema :=
  repeat match goal with
  | |- context [Rmax ?a ?b] => first [rewrite (Rmax_left a b) by small | rewrite (Rmax_right a b) by small | rewrite (Rmax_as a b)]
  | |- context [Rmin ?a ?b] => first [rewrite (Rmin_left a b) by small | rewrite (Rmin_right a b) by small | rewrite (Rmin_as a b)]
  end.
Ltac plain_logs :=
  repeat match goal with
  | |- context [ln (exp ?a)] => rewrite (ln_exp a)
  | |- context [exp (ln ?a)] => rewrite (exp_ln a) by small
  | |- context [exp (- ln ?a)] => rewrite (exp_minus_ln a) by small
  | |- context [exp (- 1 * ln ?a)] => rewrite (exp_times_ln a) by small
  end.
Ltac prepare_terms := compute_laws; compute_sums; compute_laws.
Ltac prepare := compute_laws; compute_sums; compute_laws; plain_extrema; plain_powers; plain_logs; unfold_integrals.
Ltac bounded := first [interval | interval with (i_prec 100) | interval with (i_prec 400) | against_zero; first [interval | interval with (i_prec 200)]].
Ltac quotients := unfold Rdiv; first [apply Rmult_le_compat_r | apply Rle_ge, Rmult_le_compat_r | apply Rmult_lt_compat_r]; [left; apply Rinv_0_lt_compat; lra | nra].
Ltac not_negative :=
  first [ lra | apply binomial_positive | apply powerRZ_le; positive | left; apply exp_pos | apply pow2_ge_0 | apply Rabs_pos | apply sqrt_pos
        | apply Rmult_le_pos; not_negative | apply Rplus_le_le_0_compat; not_negative | left; apply Rinv_0_lt_compat; positive | apply pow_le; not_negative | small ]
with positive :=
  first [ lra | apply exp_pos | apply PI_RGT_0 | apply power_above_0; positive | apply Rmult_lt_0_compat; positive | apply Rplus_lt_le_0_compat; [positive | not_negative] | apply Rplus_le_lt_0_compat; [not_negative | positive]
        | apply Rinv_0_lt_compat; positive | apply pow_lt; positive | apply sqrt_lt_R0; positive | small ].
Ltac signed :=
  lazymatch goal with
  | |- 0 < _ => solve [positive]
  | |- _ > 0 => apply Rlt_gt; solve [positive]
  | |- 0 <= _ => solve [not_negative]
  | |- _ >= 0 => apply Rle_ge; solve [not_negative]
  end.
(* Comparisons of two values of one term, by its form: sums, products with numbers that are not negative, functions that rise or fall. *)
Ltac ordered :=
  lazymatch goal with
  | |- ?a <= ?a => right; reflexivity
  | |- sum_over _ _ _ <= sum_over _ _ _ => let k := fresh "k" in apply sum_over_le; intros k _; ordered
  | |- _ + _ <= _ + _ => apply Rplus_le_compat; ordered
  | |- _ - _ <= _ - _ => apply minus_le; ordered
  | |- - _ <= - _ => apply opposite_le; ordered
  | |- ?a * _ <= ?a * _ => first [apply Rmult_le_compat_l; [solve [not_negative] | ordered] | apply Rmult_le_compat_neg_l; [solve [lra] | ordered]]
  | |- _ * ?a <= _ * ?a => first [apply Rmult_le_compat_r; [solve [not_negative] | ordered] | apply falling_product; [solve [small] | ordered]]
  | |- _ * ?a <= ?a => apply share_le; [first [lra | match goal with |- 0 <= 1 - (1 - ?t) => replace (1 - (1 - t)) with t by ring; solve [not_negative] end] | solve [not_negative]]
  | |- _ / ?a <= _ / ?a => apply Rmult_le_compat_r; [solve [not_negative] | ordered]
  | |- ?a / _ <= ?a / _ => apply Rmult_le_compat_l; [solve [not_negative] | ordered]
  | |- / _ <= / _ => apply inverse_le; [solve [positive] | ordered]
  | |- exp _ <= exp _ => apply exp_le; ordered
  | |- Rpower _ _ <= Rpower _ _ => unfold Rpower; ordered
  | |- ln _ <= ln _ => apply ln_le_mono; [solve [positive] | ordered]
  | |- Rmax _ _ <= Rmax _ _ => apply Rmax_le; ordered
  | |- Rmin _ _ <= Rmin _ _ => apply Rmin_le; ordered
  | |- _ => lra
  end.
(* A maximum is at most what both its members are at most. *)
Ltac each_member :=
  lazymatch goal with
  | |- Rmax _ _ <= _ => apply Rmax_lub
  | |- _ >= Rmax _ _ => apply Rle_ge, Rmax_lub
  | |- _ <= Rmin _ _ => apply Rmin_glb
  | |- Rmax _ _ < _ => apply Rmax_lub_lt
  | |- Rabs _ <= _ => apply Rabs_le; split
  end.
Ltac through_zero := lazymatch goal with |- _ <= _ => apply (Rle_trans _ 0) | |- _ < _ => first [apply (Rle_lt_trans _ 0); [solve [small] | solve [positive]] | apply (Rlt_le_trans _ 0)] end; [solve [small] | solve [not_negative]].
(* The exponential function is above its tangent. *)
Lemma above_tangent x : 1 + x <= exp x.
Proof. apply exp_ineq1_le. Qed.
Lemma below_tangent x : 0 < x -> ln x <= x - 1.
Proof. intro H; rewrite <- (exp_ln x H) at 2; assert (A := exp_ineq1_le (ln x)); lra. Qed.
Ltac with_tangents :=
  repeat match goal with
  | |- context [exp ?a] => lazymatch goal with _ : 1 + a <= exp a |- _ => fail | _ => assert (1 + a <= exp a) by apply above_tangent; assert (0 < exp a) by apply exp_pos end
  | |- context [ln ?a] => lazymatch goal with _ : ln a <= a - 1 |- _ => fail | _ => assert (ln a <= a - 1) by (apply below_tangent; positive) end
  end.
(* Logarithms of products and quotients as sums. *)
Lemma ln_quotient a b : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b.
Proof. intros; unfold Rdiv; rewrite ln_mult, ln_Rinv; [ring | | | apply Rinv_0_lt_compat]; assumption. Qed.
Ltac expand_logs :=
  repeat match goal with
  | |- context [ln (exp ?a)] => rewrite (ln_exp a)
  | |- context [ln 1] => rewrite ln_1
  | |- context [ln (?a * ?b)] => rewrite (ln_mult a b) by positive
  | |- context [ln (?a / ?b)] => rewrite (ln_quotient a b) by positive
  | |- context [ln (/ ?b)] => rewrite (ln_Rinv b) by positive
  end.
(* Sums of whole multiples of logarithms are compared by their exponentials. *)
Lemma exp_whole z q : 0 < q -> exp (IZR z * ln q) = powerRZ q z.
Proof. intro H; rewrite powerRZ_Rpower by exact H; reflexivity. Qed.
Lemma exp_le_back a b : exp a <= exp b -> a <= b.
Proof. intros [H | H]; [left; apply exp_lt_inv; exact H | right; apply exp_inv; exact H]. Qed.
Ltac by_exponentials :=
  repeat match goal with |- context [?t / (2 - 1)] => replace (t / (2 - 1)) with t by field end;
  first [apply exp_le_back | apply Rle_ge, exp_le_back]; unfold Rminus; rewrite ?exp_plus, ?exp_Ropp;
  repeat match goal with |- context [exp (IZR ?z * ln ?q)] => rewrite (exp_whole z q) by positive end;
  repeat match goal with |- context [exp (ln ?q)] => rewrite (exp_ln q) by positive end;
  rewrite ?exp_0; simpl powerRZ; lra.
Ltac by_logs := solve [ progress expand_logs; lra ].
(* Sums with maxima in their terms: the maxima are told by absolute values before the sum is written out. *)
Ltac written_out := cbv -[Rplus Rminus Rmult Rdiv Rinv Ropp IZR powerRZ pow exp ln sqrt Rabs PI sin cos tan atan Rlt Rle Rgt Rge Zfloor Zceil Rpower].
Ltac without_maxima := lazymatch goal with |- ?l = _ => let y := fresh "y" in let H := fresh "H" in remember l as y eqn:H; rewrite !Rmax_as in H; rewrite H; reflexivity end.
Ltac sums_of_maxima :=
  repeat match goal with |- context [sum_over ?a ?b ?f] =>
    lazymatch f with context [Rmax] => idtac end; erewrite (sum_over_same a b f) by (intro; without_maxima)
  end;
  lazymatch goal with |- context [sum_over _ _ _] => idtac end;
  lazymatch goal with |- context [Rmax] => fail | |- _ => written_out; first [interval | interval with (i_prec 100)] end.
Ltac with_integrals := fail.
Ltac order := first [lra | with_integrals; enclose_integrals; bounded | signed | bounded | enclose_integrals; bounded | nra | quotients | with_tangents; first [lra | nra] | solve [ordered] | through_zero | by_logs | solve [by_exponentials]].
Ltac equal := first [reflexivity | lra | by_logs | ring | field; repeat split; lra | field; order | unfold Rpower; field_simplify_eq; order].
Ltac decided :=
  lazymatch goal with
  | |- True => exact I
  | |- _ = true => vm_compute; reflexivity
  | |- (_ <= _)%Z => first [lia | vm_compute; discriminate]
  | |- (_ < _)%Z => first [lia | vm_compute; reflexivity]
  | |- @eq R _ _ => first [assumption | equal | prepare; equal]
  | |- _ <> 0 => first [lra | apply Rgt_not_eq; solve [positive] | prepare; first [apply Rgt_not_eq; solve [positive] | apply Rlt_not_eq; order | apply Rgt_not_eq; order]]
  | |- _ <> _ => first [lra | prepare; apply Rlt_not_eq; order | prepare; apply Rgt_not_eq; order]
  | |- @eq _ _ _ => first [reflexivity | lia]
  | |- _ => first [assumption | lra | sums_of_maxima | prepare; first [order | each_member; decided]]
  end.
(* A term with x in it is above a bound, for x below a number where it is: it falls as x grows. *)
Ltac falls_by_form x lo :=
  lazymatch goal with |- ?d < ?e =>
    let f := eval pattern x in e in
    lazymatch f with ?g x => apply (Rlt_le_trans d (g lo) (g x)); cbv beta; [decided | solve [ordered]] end
  end.
(* Premises, one by one. *)
Ltac opened := let H := fresh "H" in intro H;
  repeat match goal with K : _ /\ _ |- _ => destruct K end;
  repeat match goal with K : _ \/ _ |- _ => destruct K; repeat match goal with L : _ /\ _ |- _ => destruct L end end; subst;
  repeat match goal with K : (?a <= ?b)%Z |- _ =>
    lazymatch goal with _ : IZR a <= IZR b |- _ => fail | _ => generalize (IZR_le a b K); intro end
  end.
(* The same on a range of numbers: bounded ranges are cut where that is needed. *)
(* Numbers that may be 0 are 0 or positive. *)
Ltac zero_or_positive :=
  repeat match goal with H : 0 <= ?x |- context [?x] => is_var x; destruct H as [H | H]; [| subst x] end;
  rewrite ?Rmult_0_r, ?Rmult_0_l, ?Rplus_0_l.
(* Powers as exponentials of logarithms. *)
Lemma ln_root a : 0 < a -> ln (sqrt a) = / 2 * ln a.
Proof. intro H; rewrite <- Rpower_sqrt by exact H; unfold Rpower; apply ln_exp. Qed.
Lemma ln_square a : 0 < a -> ln (a ^ 2) = 2 * ln a.
Proof. intro H; replace (a ^ 2) with (a * a) by ring; rewrite ln_mult by exact H; ring. Qed.
Lemma ln_le_back a b : 0 < a -> 0 < b -> ln a <= ln b -> a <= b.
Proof. intros A B [H | H]; [left; apply ln_lt_inv; assumption | right; apply ln_inv; assumption]. Qed.
Lemma ln_not_negative a : 1 <= a -> 0 <= ln a.
Proof. intro H; rewrite <- ln_1; apply ln_le_mono; lra. Qed.
Lemma ln_above_0 a : 1 < a -> 0 < ln a.
Proof. intro H; rewrite <- ln_1; apply ln_increasing; lra. Qed.
Lemma ln_below_0 a : 0 < a -> a < 1 -> ln a < 0.
Proof. intros P H; rewrite <- ln_1; apply ln_increasing; lra. Qed.
Ltac logs_expanded :=
  repeat first
    [ progress expand_logs
    | match goal with
      | |- context [ln (Rpower ?a ?b)] => unfold Rpower at 1
      | |- context [ln (sqrt ?a)] => rewrite (ln_root a) by positive
      | |- context [ln (?a ^ 2)] => rewrite (ln_square a) by positive
      end ].
Ltac plain_positive_powers :=
  repeat match goal with
  | |- context [power ?a ?b] => first [rewrite (power_positive a b) by positive | rewrite (power_zero a b) by lra]
  end;
  unfold Rpower.
Ltac sides_positive := first [positive | apply Rmult_lt_0_compat; positive].
Ltac known_logs :=
  repeat match goal with H : Rabs _ <= _ |- _ => apply Rabs_le_between in H; destruct H end;
  repeat match goal with
  | |- context [ln ?v] => lazymatch goal with
      | _ : 0 <= ln v |- _ => fail
      | _ : 0 < ln v |- _ => fail
      | _ : ln v < 0 |- _ => fail
      | _ => first [assert (0 < ln v) by (apply ln_above_0; lra) | assert (0 <= ln v) by (apply ln_not_negative; lra) | assert (ln v < 0) by (apply ln_below_0; lra)]
      end
  end;
  repeat match goal with
  | |- context [/ ?v] => lazymatch goal with _ : 0 < / v |- _ => fail | _ => assert (0 < / v) by (apply Rinv_0_lt_compat; lra) end
  end;
  repeat match goal with
  | H : ?v < ?w |- context [/ ?v] => lazymatch goal with _ : / w < / v |- _ => fail | _ => assert (/ w < / v) by (apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra) end
  end.
(* Reciprocals, by what they are: the product with the number is 1. *)
Ltac with_inverses :=
  unfold Rdiv in *;
  repeat match goal with
  | |- context [/ ?v] => lazymatch goal with
      | _ : v * / v = 1 |- _ => fail
      | _ => assert (v * / v = 1) by (apply Rinv_r; first [lra | apply Rgt_not_eq; positive]); first [assert (0 < / v) by (apply Rinv_0_lt_compat; first [lra | positive]) | idtac]
      end
  | _ : context [/ ?v] |- _ => lazymatch goal with
      | _ : v * / v = 1 |- _ => fail
      | _ => assert (v * / v = 1) by (apply Rinv_r; first [lra | apply Rgt_not_eq; positive]); first [assert (0 < / v) by (apply Rinv_0_lt_compat; first [lra | positive]) | idtac]
      end
  end.
(* Exponential functions, as positive numbers that rise with the exponent. *)
Ltac with_exponentials :=
  repeat match goal with
  | |- context [exp ?v] => lazymatch goal with _ : 0 < exp v |- _ => fail | _ => assert (0 < exp v) by apply exp_pos end
  end;
  repeat match goal with
  | H : ?v < ?w |- context [exp ?v] => lazymatch goal with |- context [exp w] => lazymatch goal with _ : exp v < exp w |- _ => fail | _ => assert (exp v < exp w) by (apply exp_increasing; exact H) end end
  | H : 0 <= ?v |- context [exp ?v] => lazymatch goal with _ : 1 <= exp v |- _ => fail | _ => assert (1 <= exp v) by (rewrite <- exp_0; apply exp_le; exact H) end
  end.
Ltac same_logs := logs_expanded; first [reflexivity | lra | field; repeat split; lra | field; repeat split; first [lra | apply Rgt_not_eq; positive]].
(* What is above a positive number is not 0. *)
Ltac impossible := exfalso; match goal with H : _ > ?b |- _ => assert (0 < b) by positive; lra end.
Lemma power_at_most_1 a b : 0 < a -> a <= 1 -> 0 <= b -> power a b <= 1.
Proof.
  intros A L B; rewrite power_positive by exact A; unfold Rpower; rewrite <- exp_0; apply exp_le.
  assert (ln a <= 0) by (rewrite <- ln_1; apply ln_le_mono; assumption); nra.
Qed.
(* Weighted geometric and arithmetic means. *)
Lemma weighted_means t x d : 0 <= t -> t <= 1 -> 0 <= x -> 0 < d -> power x (1 - t) * power d t <= (1 - t) * x + t * d.
Proof.
  intros T1 T2 X D; destruct X as [X | <-].
  - rewrite !power_positive by assumption; unfold Rpower; rewrite <- exp_plus; set (m := (1 - t) * x + t * d).
    assert (M : 0 < m) by (unfold m; destruct T1 as [T1 | <-]; nra).
    assert (A : forall y, 0 < y -> ln y <= ln m + y / m - 1).
    { intros y Y; assert (B := below_tangent (y / m)); rewrite ln_quotient in B by assumption.
      assert (0 < y / m) by (apply Rdiv_lt_0_compat; assumption); lra. }
    rewrite <- (exp_ln m M); apply exp_le.
    assert (AX := A x X); assert (AD := A d D).
    assert (E : (1 - t) * (x / m) + t * (d / m) = 1) by (unfold m; field; exact (Rgt_not_eq _ _ M)).
    nra.
  - rewrite (power_zero 0) by reflexivity; nra.
Qed.
Ltac by_means :=
  unfold Rdiv; lazymatch goal with |- power ?x (1 - / ?a) * power ?d (/ ?a) <= _ =>
    apply Rle_trans with ((1 - / a) * x + / a * d); [apply weighted_means; [| | lra | lra] | right; ring] end;
  with_inverses; first [lra | nra].
Ltac at_most_1 := lazymatch goal with |- power _ _ <= 1 => apply power_at_most_1; [positive | with_inverses; nra | lra] end.
(* Maxima and minima by their cases. *)
Ltac by_cases_of_maxima :=
  prepare_terms; lazymatch goal with |- context [Rmax] => idtac | |- context [Rmin] => idtac end;
  with_exponentials; unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); lra.
Ltac by_powers :=
  zero_or_positive; first [solve [impossible] | plain_positive_powers; rewrite ?Rmult_0_r, ?Rmult_0_l, ?Rplus_0_l;
  first
    [ lra
    | lazymatch goal with
      | |- @eq R _ _ => first [same_logs | apply ln_inv; [sides_positive | sides_positive | same_logs]]
      | |- _ <= _ => first [solve [not_negative] | solve [ordered]
                     | apply ln_le_back; [sides_positive | sides_positive | logs_expanded; known_logs; first [lra | nra]]
                     | known_logs; nra]
      | |- _ < _ => first [solve [positive] | apply ln_lt_inv; [sides_positive | sides_positive | logs_expanded; known_logs; first [lra | nra]] | known_logs; nra]
      | |- _ >= _ => apply Rle_ge; by_powers
      | |- _ > _ => apply Rlt_gt; by_powers
      end
    | solve [with_exponentials; with_inverses; first [lra | nra]] ]].
Ltac decided_on1 x := first [decided | solve [at_most_1] | solve [by_means] | solve [by_powers] | solve [by_cases_of_maxima] | prepare; first [interval with (i_bisect x, i_autodiff x, i_depth 20) | nra]].
Ltac decided_on2 x y := first [decided | solve [at_most_1] | solve [by_means] | solve [by_powers] | solve [by_cases_of_maxima] | prepare; first [interval with (i_bisect x, i_bisect y, i_autodiff x, i_depth 16) | nra]].
Ltac decided_on3 x y z := first [decided | solve [at_most_1] | solve [by_means] | solve [by_powers] | solve [by_cases_of_maxima] | prepare; first [interval with (i_bisect x, i_bisect y, i_bisect z, i_depth 14) | nra]].

(* All integers of a range, one by one. *)
Ltac enumerated i :=
  match goal with L : (?a <= i)%Z, U : (i <= ?b)%Z |- _ =>
    let a1 := eval vm_compute in a in
    first [exfalso; lia | destruct (Z.eq_dec i a1) as [-> | ?]; [clear L U | assert (a1 + 1 <= i)%Z by lia; clear L; enumerated i]]
  end.

(* A range that holds one number. *)
Ltac only_value x v := assert (x = v) by lra; subst x.

(* What is defined by an equation. *)
Ltac itself := lazymatch goal with |- exists x, x = ?e => exists e | |- exists x, x = ?e /\ _ => exists e end.

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
(* Two terms are equal between two numbers where they are in other orders. *)
Lemma crossing f g lo hi : lo < hi -> (forall x, lo <= x <= hi -> continuous f x) -> (forall x, lo <= x <= hi -> continuous g x) ->
  f lo - g lo <= 0 <= f hi - g hi -> exists x, lo <= x <= hi /\ f x = g x.
Proof.
  intros L F G S; destruct (taken (fun x => f x - g x) lo hi 0) as [x [X E]]; [exact L | | exact S | exists x; split; [exact X | lra]].
  intros x X; apply (continuous_minus f g); [apply F | apply G]; exact X.
Qed.
Ltac continuous_by_form := lazymatch goal with |- continuous ?h _ => apply (ex_derive_continuous h) end; auto_derive; repeat split; first [exact I | lra | apply Rgt_not_eq; lra | apply Rlt_not_eq; lra | positive].
Ltac continuous_term := continuous_by_form.
Ltac crossing_between e f g lo hi E :=
  let B := fresh "B" in
  destruct (crossing f g lo hi) as [e [B E]];
  [decided | intros ? ?; continuous_term | intros ? ?; continuous_term | cbv beta; split; decided | cbv beta in E; destruct B].
