import { powershell, quoted } from './powershell.ts';

const TASK = 'Schoolgate-Once';

/**
 * Starts a program once in a user's session by a task of the Task Scheduler: a service has no desktop, and may not simply start a
 * program on another's. The task is removed again; the program lives on. Not yet run on Windows.
 */
export function planUserTask(user: string, program: string, argument: string): readonly string[] {
  return powershell(
    [
      `$a=New-ScheduledTaskAction -Execute ${quoted(program)} -Argument ${quoted(argument)}`,
      `$p=New-ScheduledTaskPrincipal -UserId ${quoted(user)} -LogonType Interactive`,
      `$s=New-ScheduledTaskSettingsSet -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries`,
      `Register-ScheduledTask -TaskName '${TASK}' -Action $a -Principal $p -Settings $s -Force | Out-Null`,
      `Start-ScheduledTask -TaskName '${TASK}'`,
      'Start-Sleep -Seconds 2',
      `Unregister-ScheduledTask -TaskName '${TASK}' -Confirm:$false`,
    ].join('; '),
  );
}
