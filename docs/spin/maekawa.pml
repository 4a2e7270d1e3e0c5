/* Maekawa's algorithm as the variant spin of protocols/maekawa has it, for SPIN 6:
 *   spin -DN=3 -DR=1 -DCAP=4 -a docs/spin/maekawa.pml
 * N processes (2 to 4), R requests of each; process i asks the majority that follows
 * it cyclically. CAP is the capacity of channels; a model in which a channel is full
 * stops with an error. Each step is one d_step. SPIN counts the start as a transition.
 */
#define REQUEST    1
#define GRANT      2
#define FAILED     3
#define INQUIRE    4
#define RELINQUISH 5
#define RELEASE    6

#define THINKING 0
#define WAITING  1
#define INSIDE   2

chan c[N*N] = [CAP] of { byte, byte };	/* from p to q at p*N+q */
hidden byte j, kind, a, head, set, before;

#define BIT(q) (1 << (q))
#define MEMBER(q) (((q) + N - me) % N <= N/2)
#define QUORUM (MEMBER(0)*1 + MEMBER(1)*2 + (N > 2)*MEMBER(2)*4 + (N > 3)*MEMBER(3)*8)
#define BEFORE(s, p, t, q) ((s) < (t) || ((s) == (t) && (p) < (q)))

/* head is the process whose request is first in the queue, N if there is none. */
#define FIRST \
	head = N; j = 0; \
	do \
	:: j < N -> \
		if \
		:: queue[j] != 0 && head == N -> head = j \
		:: queue[j] != 0 && head < N -> \
			if :: queue[j] < queue[head] -> head = j :: else fi \
		:: else \
		fi; \
		j++ \
	:: else -> break \
	od; \
	j = 0

/* REGRANT grants to the first of the queue, if any. */
#define REGRANT \
	lock = 0; holder = 0; inquired = 0; \
	FIRST; \
	if \
	:: head < N -> lock = queue[head]; holder = head + 1; queue[head] = 0; c[me*N+head]!GRANT,0 \
	:: else \
	fi; \
	head = 0

/* GIVEBACK returns the permissions of the members of set. */
#define GIVEBACK \
	granted = granted & ~set; inquiring = inquiring & ~set; failed = failed | set; \
	j = 0; \
	do \
	:: j < N -> if :: set & BIT(j) -> c[me*N+j]!RELINQUISH,0 :: else fi; j++ \
	:: else -> break \
	od; \
	j = 0; set = 0

#define TAKE(q) \
	:: d_step { nempty(c[(q)*N+me]) -> \
		c[(q)*N+me]?kind,a; \
		if \
		:: kind == REQUEST -> \
			if :: a > clock -> clock = a :: else fi; \
			if \
			:: lock == 0 -> lock = a; holder = (q) + 1; c[me*N+(q)]!GRANT,0 \
			:: else -> \
				FIRST; \
				before = BEFORE(a, (q), lock, holder-1); \
				if \
				:: before && head < N -> before = BEFORE(a, (q), queue[head], head) \
				:: else \
				fi; \
				queue[q] = a; \
				if \
				:: !before -> c[me*N+(q)]!FAILED,0 \
				:: before && !inquired -> inquired = 1; c[me*N+(holder-1)]!INQUIRE,0 \
				:: else -> c[me*N+head]!FAILED,0 \
				fi; \
				head = 0; before = 0 \
			fi \
		:: kind == RELINQUISH -> \
			assert(lock != 0 && holder == (q) + 1); \
			queue[q] = lock; \
			REGRANT \
		:: kind == RELEASE -> \
			assert(lock != 0 && holder == (q) + 1); \
			REGRANT \
		:: kind == GRANT -> \
			granted = granted | BIT(q); failed = failed & ~BIT(q); \
			if :: granted == QUORUM -> failed = 0; inquiring = 0 :: else fi \
		:: kind == FAILED -> \
			failed = failed | BIT(q); \
			if :: inquiring != 0 -> set = inquiring; GIVEBACK :: else fi \
		:: kind == INQUIRE -> \
			if \
			:: phase != WAITING || !(granted & BIT(q)) || granted == QUORUM \
			:: else -> \
				if \
				:: failed != 0 -> set = BIT(q); GIVEBACK \
				:: else -> inquiring = inquiring | BIT(q) \
				fi \
			fi \
		fi; \
		kind = 0; a = 0 }

proctype P(byte me) {
	byte phase, clock, stamp, asked, granted, failed, inquiring, lock, holder, queue[N];
	bit inquired;
end:
	do
	:: d_step { phase == THINKING && asked < R ->
		asked++; clock++; stamp = clock; phase = WAITING; j = 0;
		do
		:: j < N -> if :: MEMBER(j) -> c[me*N+j]!REQUEST,stamp :: else fi; j++
		:: else -> break
		od;
		j = 0 }
	:: d_step { phase == WAITING && granted == QUORUM -> phase = INSIDE; stamp = 0 }
	:: d_step { phase == INSIDE ->
		phase = THINKING; granted = 0; j = 0;
		do
		:: j < N -> if :: MEMBER(j) -> c[me*N+j]!RELEASE,0 :: else fi; j++
		:: else -> break
		od;
		j = 0 }
	TAKE(0)
	TAKE(1)
#if N > 2
	TAKE(2)
#endif
#if N > 3
	TAKE(3)
#endif
	od
}

init {
	atomic {
		run P(0); run P(1);
#if N > 2
		run P(2);
#endif
#if N > 3
		run P(3);
#endif
	}
}
