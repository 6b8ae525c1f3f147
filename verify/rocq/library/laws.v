(* Finite distributions: points (numbers, or tuples of points) with rational weights. *)
Inductive pt := N (q : Q) | T (l : list pt).
Definition distribution := list (pt * Q).
Fixpoint same (a b : pt) {struct a} : bool :=
  match a, b with
  | N p, N q => Qeq_bool p q
  | T l, T m => (fix all l m := match l, m with [], [] => true | x :: l, y :: m => (same x y && all l m)%bool | _, _ => false end) l m
  | _, _ => false
  end.
Definition total (l : list Q) : Q := Qred (fold_right Qplus 0%Q l).
Definition is_distribution (P : distribution) : bool := (forallb (fun a => Qle_bool 0 (snd a)) P && Qeq_bool (total (map snd P)) 1)%bool.
Definition on_line (P : distribution) : bool := forallb (fun a => match fst a with N _ => true | _ => false end) P.
Definition in_dimension (d : Z) (P : distribution) : bool :=
  forallb (fun a => match fst a with N _ => (d =? 1)%Z | T l => (Z.of_nat (length l) =? d)%Z end) P.
Definition number (x : pt) : Q := match x with N q => q | T _ => 0%Q end.
Definition coordinate (i : Z) (x : pt) : Q := match x with T l => number (nth (Z.to_nat (i - 1)) l (N 0)) | N q => q end.
Definition member (i : Z) (F : list distribution) : distribution := nth (Z.to_nat (i - 1)) F [].
Definition weight (P : distribution) (x : pt) : Q := total (map snd (filter (fun a => same x (fst a)) P)).
Fixpoint distinct (l : list pt) : list pt := match l with [] => [] | x :: r => x :: filter (fun y => negb (same x y)) (distinct r) end.
(* The weights of two distributions at all points of both. *)
Definition both (P Q : distribution) : list (QArith_base.Q * QArith_base.Q) := map (fun x => (weight P x, weight Q x)) (distinct (map fst P ++ map fst Q)).
Definition dominated (P Q : distribution) : bool := forallb (fun w => (Qeq_bool (fst w) 0 || negb (Qeq_bool (snd w) 0))%bool) (both P Q).
Definition overlapping (P Q : distribution) : bool := existsb (fun w => negb (Qeq_bool (fst w) 0) && negb (Qeq_bool (snd w) 0))%bool (both P Q).
Definition common (P Q : distribution) : list (QArith_base.Q * QArith_base.Q) :=
  filter (fun w => negb (Qeq_bool (fst w) 0) && negb (Qeq_bool (snd w) 0))%bool (both P Q).

(* New distributions from old ones. *)
Fixpoint move (x v : pt) {struct x} : pt :=
  match x, v with
  | N p, N q => N (Qred (p + q))
  | T l, T m => T ((fix go l m := match l, m with x :: l, y :: m => move x y :: go l m | _, _ => [] end) l m)
  | _, _ => x
  end.
Fixpoint scaled (c : Q) (x : pt) {struct x} : pt := match x with N p => N (Qred (c * p)) | T l => T (map (scaled c) l) end.
Definition coordinates (x : pt) : list Q := match x with N q => [q] | T l => map number l end.
Definition norm_one (x : pt) : R := Q2R (total (map Qabs (coordinates x))).
Definition norm_two (x : pt) : R := sqrt (Q2R (total (map (fun q => (q * q)%Q) (coordinates x)))).
Definition translate (P : distribution) (v : pt) : distribution := map (fun a => (move (fst a) v, snd a)) P.
Definition weights_are_right (parts : list (Q * distribution)) : bool :=
  (forallb (fun a => Qle_bool 0 (fst a)) parts && Qeq_bool (total (map fst parts)) 1)%bool.
Definition mixture (parts : list (Q * distribution)) : distribution := flat_map (fun a => map (fun b => (fst b, Qred (fst a * snd b))) (snd a)) parts.
Definition convolve (P Q : distribution) : distribution := flat_map (fun a => map (fun b => (move (fst a) (fst b), Qred (snd a * snd b))) Q) P.
Definition product_distribution (P Q : distribution) : distribution := flat_map (fun a => map (fun b => (T [fst a; fst b], Qred (snd a * snd b))) Q) P.
Definition coordinate_sum (P : distribution) : distribution :=
  map (fun a => (match fst a with T (x :: l) => fold_left move l x | x => x end, snd a)) P.
Definition marginal (P : distribution) (i : Z) : distribution := map (fun a => (match fst a with T l => nth (Z.to_nat (i - 1)) l (N 0) | x => x end, snd a)) P.
Definition same_law (P Q : distribution) : bool := forallb (fun w => Qeq_bool (fst w) (snd w)) (both P Q).
Definition inside (E : list pt) (x : pt) : bool := existsb (same x) E.
Definition given_event (P : distribution) (E : list pt) : distribution :=
  let m := total (map snd (filter (fun a => inside E (fst a)) P)) in
  map (fun a => (fst a, Qred (snd a / m))) (filter (fun a => inside E (fst a)) P).

Definition coordinate_is (i : Z) (v x : pt) : bool := match x with T l => same v (nth (Z.to_nat (i - 1)) l (N 0)) | _ => false end.
(* The other coordinates where coordinate i is v; the other coordinate itself where there are two. *)
Definition without (i : Z) (x : pt) : pt :=
  match x with
  | T l => match firstn (Z.to_nat (i - 1)) l ++ skipn (Z.to_nat i) l with [y] => y | m => T m end
  | x => x
  end.
Definition conditional (P : distribution) (i : Z) (v : pt) : distribution :=
  let kept := filter (fun a => coordinate_is i v (fst a)) P in
  map (fun a => (without i (fst a), Qred (snd a / total (map snd kept)))) kept.

(* Kernels: a distribution for each of finitely many points, told by the first row of a point. *)
Definition kernel := list (pt * distribution).
Definition dimension (x : pt) : Z := match x with N _ => 1%Z | T l => Z.of_nat (length l) end.
Definition support (P : distribution) : list pt := map fst (filter (fun a => negb (Qle_bool (snd a) 0)) P).
Definition is_kernel (d e : Z) (G : kernel) : bool :=
  forallb (fun a => (dimension (fst a) =? d)%Z && is_distribution (snd a) && in_dimension e (snd a))%bool G.
Definition deterministic (G : kernel) : bool := forallb (fun a => (length (distinct (support (snd a))) =? 1)%nat) G.
Definition has_row (G : kernel) (x : pt) : bool := existsb (fun a => same x (fst a)) G.
Fixpoint row (G : kernel) (x : pt) : distribution := match G with [] => [] | (y, P) :: r => if same x y then P else row r x end.
Definition push (G : kernel) (P : distribution) : distribution :=
  flat_map (fun a => map (fun b => (fst b, Qred (snd a * snd b))) (row G (fst a))) (filter (fun a => negb (Qle_bool (snd a) 0)) P).
Definition with_output (P : distribution) (G : kernel) : distribution :=
  flat_map (fun a => map (fun b => (T [fst a; fst b], Qred (snd a * snd b))) (row G (fst a))) (filter (fun a => negb (Qle_bool (snd a) 0)) P).

(* Quantities. *)
Definition add_up (l : list R) : R := fold_right Rplus 0 l.
Definition mass (P : distribution) (E : list pt) : R := Q2R (total (map snd (filter (fun a => inside E (fst a)) P))).
Definition probability (P : distribution) (E : pt -> bool) : R := Q2R (total (map snd (filter (fun a => E (fst a)) P))).
Definition expect (P : distribution) (f : pt -> R) : R := add_up (map (fun a => Q2R (snd a) * f (fst a)) P).
Definition total_variation (P Q : distribution) : R := Q2R (Qred (total (map (fun w => Qabs (fst w - snd w)) (both P Q)) / 2)).
Definition hockey_stick (P Q : distribution) (epsilon : R) : R :=
  add_up (map (fun w => Rmax (Q2R (fst w) - exp epsilon * Q2R (snd w)) 0) (both P Q)).
Definition kl (P Q : distribution) : R := add_up (map (fun w => Q2R (fst w) * ln (Q2R (fst w) / Q2R (snd w))) (common P Q)).
Definition renyi (P Q : distribution) (a : R) : R :=
  ln (add_up (map (fun w => Rpower (Q2R (fst w)) a * Rpower (Q2R (snd w)) (1 - a)) (common P Q))) / (a - 1).
Definition largest (l : list Q) : Q := fold_right (fun x m => if Qle_bool m x then x else m) 0%Q l.
Definition max_divergence (P Q : distribution) : R := ln (Q2R (largest (map (fun w => Qred (fst w / snd w)) (common P Q)))).
Definition half (P Q : distribution) : distribution := mixture [((1 # 2)%Q, P); ((1 # 2)%Q, Q)].
Definition jensen_shannon (P Q : distribution) : R := (kl P (half P Q) + kl Q (half P Q)) / 2.

(* Distributions on the line: the coupling in the order of the points is cheapest for every order from 1 on. *)
Fixpoint insert (a : Q * Q) (l : list (Q * Q)) := match l with [] => [a] | b :: r => if Qle_bool (fst a) (fst b) then a :: l else b :: insert a r end.
Definition sorted (P : distribution) : list (Q * Q) :=
  fold_right insert [] (filter (fun a => negb (Qle_bool (snd a) 0)) (map (fun a => (number (fst a), snd a)) P)).
(* The masses that are moved, each with its distance. *)
Fixpoint moved (fuel : nat) (P Q : list (QArith_base.Q * QArith_base.Q)) : list (QArith_base.Q * QArith_base.Q) :=
  match fuel, P, Q with
  | S n, (x, p) :: P', (y, q) :: Q' =>
      if Qle_bool p q then (Qred p, Qred (Qabs (x - y))) :: moved n P' (if Qle_bool q p then Q' else (y, Qred (q - p)) :: Q')
      else (Qred q, Qred (Qabs (x - y))) :: moved n ((x, Qred (p - q)) :: P') Q'
  | _, _, _ => []
  end.
Definition diameter (l : list Q) : Q := largest (flat_map (fun x => map (fun y => Qabs (x - y)) l) l).
Definition support_diameter (P Q : distribution) : R := Q2R (diameter (map number (support P ++ support Q))).
Definition coupling (P Q : distribution) := moved (length P + length Q) (sorted P) (sorted Q).
Definition wasserstein (P Q : distribution) (p : R) : R :=
  power (add_up (map (fun m => Q2R (fst m) * power (Q2R (snd m)) p) (coupling P Q))) (/ p).
Definition wasserstein_oo (P Q : distribution) : R := Q2R (largest (map snd (coupling P Q))).
Definition moment (P : distribution) (k : R) : R := add_up (map (fun a => Q2R (snd a) * power (Q2R (Qabs (number (fst a)))) k) P).
Ltac compute_laws ::=
  cbv beta delta [norm_one norm_two mass probability expect total_variation hockey_stick kl renyi max_divergence jensen_shannon half wasserstein wasserstein_oo support_diameter moment member];
  repeat match goal with
  | |- context [both ?P ?Q] => computed (both P Q)
  | |- context [common ?P ?Q] => computed (common P Q)
  | |- context [coupling ?P ?Q] => computed (coupling P Q)
  | |- context [map ?f (translate ?P ?v)] => computed (translate P v)
  | |- context [map ?f (convolve ?P ?v)] => computed (convolve P v)
  | |- context [map ?f (mixture ?P)] => computed (mixture P)
  | |- context [map ?f (product_distribution ?P ?v)] => computed (product_distribution P v)
  | |- context [map ?f (push ?G ?P)] => computed (push G P)
  | |- context [map ?f (row ?G ?x)] => computed (row G x)
  | |- context [map ?f (with_output ?P ?G)] => computed (with_output P G)
  | |- context [map ?f (given_event ?P ?E)] => computed (given_event P E)
  | |- context [map ?f (marginal ?P ?i)] => computed (marginal P i)
  | |- context [map ?f (conditional ?P ?i ?v)] => computed (conditional P i v)
  end;
  cbv beta iota delta [add_up map fold_right fst snd];
  repeat match goal with
  | |- context [Q2R ?q] => let r := eval vm_compute in q in
      lazymatch r with (?n # ?d)%Q => change (Q2R q) with (IZR n * / IZR (Zpos d)) end
  end.
