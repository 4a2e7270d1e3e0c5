(reset)
; The law before a step of a member, which takes a message of the requester, or of another, or none, and not afterwards: unsat.
(set-logic QF_LIA)
(declare-const gave Bool)
(declare-const has Bool)
(declare-const permits Int)
(declare-const returns Int)
(declare-const gave2 Bool)
(declare-const has2 Bool)
(declare-const permits2 Int)
(declare-const returns2 Int)
(declare-const back Bool)   ; the message is a permission of its, that comes back
(declare-const permit Bool) ; it sends one to the requester
; law: the law holds before
(assert (and (>= permits 0) (>= returns 0) (= (ite gave 1 0) (+ (ite has 1 0) permits returns))))
; comes: what comes was on its way
(assert (=> back (> returns 0)))
; free: contract: it gives its permission to one that does not have it
(assert (=> permit (not (and gave (not back)))))
; noted: contract: it has given it afterwards as its messages say
(assert (= gave2 (or (and gave (not back)) permit)))
; sent: messages are neither lost nor doubled
(assert (and (= permits2 (+ permits (ite permit 1 0))) (= returns2 (- returns (ite back 1 0)))))
; other: the requester has what it had
(assert (= has2 has))
; broken: it does not hold afterwards
(assert (not (and (>= permits2 0) (>= returns2 0) (= (ite gave2 1 0) (+ (ite has2 1 0) permits2 returns2)))))
(check-sat)
(reset)
; The law before a step of a requester, which takes a message of the member, or of another, or none, and not afterwards: unsat.
(set-logic QF_LIA)
(declare-const gave Bool)
(declare-const has Bool)
(declare-const permits Int)
(declare-const returns Int)
(declare-const gave2 Bool)
(declare-const has2 Bool)
(declare-const permits2 Int)
(declare-const returns2 Int)
(declare-const permit Bool) ; the message is a permit
(declare-const back Bool)   ; it sends the permission back
; law: the law holds before
(assert (and (>= permits 0) (>= returns 0) (= (ite gave 1 0) (+ (ite has 1 0) permits returns))))
; comes: what comes was on its way
(assert (=> permit (> permits 0)))
; held: contract: it gives back what it has
(assert (=> back (or has permit)))
; once: contract: a permission comes that it does not have
(assert (=> permit (not has)))
; noted: contract: it has afterwards what came and did not go
(assert (= has2 (and (or has permit) (not back))))
; sent: messages are neither lost nor doubled
(assert (and (= permits2 (- permits (ite permit 1 0))) (= returns2 (+ returns (ite back 1 0)))))
; other: the member gave what it gave
(assert (= gave2 gave))
; broken: it does not hold afterwards
(assert (not (and (>= permits2 0) (>= returns2 0) (= (ite gave2 1 0) (+ (ite has2 1 0) permits2 returns2)))))
(check-sat)
