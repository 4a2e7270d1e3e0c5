// Package complement turns an algorithm for the global (l,k)-critical-section
// problem, at least l and at most k of n processes being in the critical section,
// into one for (n-k,n-l): the complementary theorem of H. Kakugawa, "On the family
// of critical section problems" (Information Processing Letters 115, 2015), as
// Theorem 1 of S. Kamei and H. Kakugawa, "Asynchronous message-passing
// distributed algorithm for the global critical section problem" (International
// Journal of Networking and Computing 9(2), 2019) has it.
//
// The states InCS and OutCS are swapped, and with them the methods Exit and
// Entry. The algorithm itself does the same as before, so that a search reaches
// the same states; only the observations differ:
//
//	the algorithm              its complement
//	Thinking                   Inside
//	Inside                     Thinking
//	Waiting, out or in         Waiting, in or out
//	Ask, of Entry or Exit      Ask, of Exit or Entry
//	Leave, by Exit or Entry    Leave, by Entry or Exit
//
// So mutual exclusion for k becomes mutual inclusion for n-k, in which a process
// asks to exit and enters again whenever it likes, and the other way round. The
// processes that were outside initially are now in the critical section. A step
// called Exit is now called Entry, and the other way round; other names are as
// they were.
//
// Fairness is the same as before. That suffices: the method that does not block
// is called by the step of kind Leave, which is eventually taken, and the theorem
// does not need any process to ask.
package complement
