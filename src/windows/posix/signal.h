/* signal.h - POSIX's signals by what Windows has: Ctrl-C is SIGINT, Ctrl-Break SIGTERM, the end of
 * the console or of the session SIGHUP. */
#ifndef RL_WINDOWS_SIGNAL_H
#define RL_WINDOWS_SIGNAL_H

#include_next <signal.h>

enum { SIGHUP = 1, SIGPIPE = 13, SIGALRM = 14, SIG_SETMASK = 2 };
enum { SA_RESTART = 1, SA_RESETHAND = 2 };

#define sigset_t windows_sigset
typedef unsigned sigset_t;
#define sigemptyset(set) (*(set) = 0)
#define sigfillset(set) (*(set) = ~0U)
#define pthread_sigmask(how, set, old) ((void)(set), (void)(old), 0)

#define sigaction windows_sigaction
struct sigaction {
    void (*sa_handler)(int signal_number);
    int sa_flags;
    sigset_t sa_mask;
};
int windows_sigaction(int signal_number, const struct sigaction *action, struct sigaction *old);

/* What is ignored does not exist; what is raised ends the process. */
#define signal(number, handler) ((void)(number), (void)(handler))
#define raise windows_raise
_Noreturn void windows_raise(int signal_number);
#define kill(process, signal_number) ((void)(process), -1)

#endif
