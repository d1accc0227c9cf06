#!/bin/sh
# logged.sh LOG COMMAND... - runs the command with LOG.log as its output, prints one line
# with the result and the last line of the log, and keeps the exit code in LOG.code.
log=$1
shift
begin=$(date +%s)
"$@" >"$log.log" 2>&1
code=$?
echo "$code" >"$log.code"
[ "$code" -eq 0 ] && result=ok || result='not ok'
echo "$result ${log##*/}: $(tail -n 1 "$log.log") ($(($(date +%s) - begin)) s)"
exit "$code"
