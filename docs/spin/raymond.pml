/* Raymond's algorithm as the variant spin of protocols/raymond has it, for SPIN 6:
 *   spin -DN=4 -DK=1 -DR=1 -DCAP=2 -a docs/spin/raymond.pml
 * N processes (3 to 5), K of them in the critical section at a time, R requests of
 * each; CAP is the capacity of channels, R+1. Each step is one d_step. SPIN counts the
 * start as a state and as a transition.
 */
#define REQUEST 0
#define REPLY   1

chan c[N*N] = [CAP] of { byte, byte };	/* from p to q at p*N+q */
hidden byte j, kind, a;

#define FREE(q) (q != me && owed[q] == 0)
#if N == 3
#define PERMITTED (FREE(0) + FREE(1) + FREE(2) >= N-K)
#elif N == 4
#define PERMITTED (FREE(0) + FREE(1) + FREE(2) + FREE(3) >= N-K)
#else
#define PERMITTED (FREE(0) + FREE(1) + FREE(2) + FREE(3) + FREE(4) >= N-K)
#endif

#define TAKE(q) \
	:: d_step { q != me && nempty(c[q*N+me]) -> \
		c[q*N+me]?kind,a; \
		if \
		:: kind == REQUEST -> \
			if :: a > clock -> clock = a :: else fi; \
			if \
			:: phase == 2 || (phase == 1 && (stamp < a || (stamp == a && me < q))) -> deferred[q]++ \
			:: else -> c[me*N+q]!REPLY,1 \
			fi \
		:: else -> owed[q] = owed[q] - a \
		fi; \
		kind = 0; a = 0 }

proctype P(byte me) {
	byte phase, clock, stamp, asked, owed[N], deferred[N];
end:
	do
	:: d_step { phase == 0 && asked < R ->
		asked++; clock++; stamp = clock; phase = 1; j = 0;
		do
		:: j < N -> if :: j != me -> owed[j]++; c[me*N+j]!REQUEST,stamp :: else fi; j++
		:: else -> break
		od;
		j = 0 }
	:: d_step { phase == 1 && PERMITTED -> phase = 2; stamp = 0 }
	:: d_step { phase == 2 ->
		phase = 0; j = 0;
		do
		:: j < N -> if :: deferred[j] > 0 -> c[me*N+j]!REPLY,deferred[j]; deferred[j] = 0 :: else fi; j++
		:: else -> break
		od;
		j = 0 }
	TAKE(0)
	TAKE(1)
	TAKE(2)
#if N > 3
	TAKE(3)
#endif
#if N > 4
	TAKE(4)
#endif
	od
}

init {
	atomic {
		run P(0); run P(1); run P(2);
#if N > 3
		run P(3);
#endif
#if N > 4
		run P(4);
#endif
	}
}
