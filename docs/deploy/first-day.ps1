<#
.SYNOPSIS
The first day of Schoolgate on a real Windows 11: tries what has only run under Wine, and tells what held.

NO REAL WINDOWS HAS RUN THIS SCRIPT YET. Read it before you do, and take a computer that you can set up anew.

.DESCRIPTION
For Windows PowerShell 5.1, as administrator, on a computer that nobody needs, with an enrollment token of a test server:

  .\first-day.ps1 -Setup .\schoolgate-agent_0.2.0_x64-setup.exe -Server https://school.example:8080 -Token sget_...
  # restart the computer, sign in again
  .\first-day.ps1 -Phase AfterRestart
  .\first-day.ps1 -Phase Removal -RemovalCode XXXXX-XXXXX

Each check has a name, what is expected, what was found, and held: yes, no or unknown. They are shown as a table and are written to first-day.json beside this script, which the later
phases add to. What changes the computer is told before ("Changes: ...") and put back. In Constrained Language Mode the checks that need more are unknown.
#>
param(
  [ValidateSet('Install', 'AfterRestart', 'Removal')] [string] $Phase = 'Install',
  [string] $Setup = '',
  [string] $Server = '',
  [string] $Token = '',
  [string] $RemovalCode = '',
  # A name that the policy blocks, and one that it allows.
  [string] $BlockedName = '',
  [string] $AllowedName = 'example.com',
  # Asks nobody: what needs a person is unknown.
  [switch] $NoQuestions,
  [string] $Report = "$PSScriptRoot\first-day.json"
)

$ProgramFolder = "$env:ProgramFiles\Schoolgate"
$StateFolder = "$env:ProgramData\Schoolgate"
$Agent = "$ProgramFolder\schoolgate-agent.exe"
$SettingsKey = 'HKLM:\SOFTWARE\Schoolgate\Agent'
$ServiceName = 'SchoolgateAgent'
$WorkerName = 'SchoolgateWorker'

# ---- rows ----

function New-Row([string] $Name, [string] $Expected, [string] $Found, $Held) {
  $word = 'unknown'
  if ($Held -eq $true) { $word = 'yes' }
  if ($Held -eq $false) { $word = 'no' }
  '' | Select-Object @{ n = 'phase'; e = { $Phase } }, @{ n = 'name'; e = { $Name } }, @{ n = 'expected'; e = { $Expected } }, @{ n = 'found'; e = { $Found } }, @{ n = 'held'; e = { $word } }
}

# One that breaks is unknown, and breaks no other.
function Invoke-Check([string] $Function) {
  Write-Host "... $Function"
  try { & $Function } catch { New-Row $Function '' "the check failed: $_" $null }
}

function Write-Change([string] $What) { Write-Host "Changes: $What" -ForegroundColor Yellow }

function Read-Answer([string] $Question) {
  if ($NoQuestions) { return $null }
  $answer = Read-Host "$Question [y/n/?]"
  if ($answer -eq 'y') { return $true }
  if ($answer -eq 'n') { return $false }
  return $null
}

function Get-AgentStatus {
  if (-not (Test-Path $Agent)) { return $null }
  $text = & $Agent status --json 2>$null
  if (-not $text) { return $null }
  $text -join "`n" | ConvertFrom-Json
}

# Until the block gives true; returns the seconds, or -1.
function Wait-Until([int] $Seconds, $Block) {
  for ($second = 0; $second -le $Seconds; $second++) {
    if (& $Block) { return $second }
    Start-Sleep -Seconds 1
  }
  return -1
}

function Get-AgentProcess { Get-CimInstance Win32_Process -Filter "Name='schoolgate-agent.exe'" }

# What a removal must leave as it was before.
function Get-Settings {
  $nrpt = @(Get-DnsClientNrptRule -ErrorAction SilentlyContinue | ForEach-Object { "$($_.Namespace) $($_.NameServers)" }) -join '; '
  $proxy = @(& "$env:SystemRoot\System32\netsh.exe" winhttp show proxy) -join ' '
  $policies = @('HKLM:\SOFTWARE\Policies\Google\Chrome', 'HKLM:\SOFTWARE\Policies\Microsoft\Edge', 'HKLM:\SOFTWARE\Policies\Mozilla\Firefox', 'HKLM:\SOFTWARE\Policies\Microsoft\Windows\NetworkConnectivityStatusIndicator') |
    ForEach-Object { "$_ $((Get-Item $_ -ErrorAction SilentlyContinue).Property -join ',')" }
  $exempt = @(& "$env:SystemRoot\System32\CheckNetIsolation.exe" LoopbackExempt -s) -join ' '
  "nrpt: $nrpt | proxy: $proxy | policies: $($policies -join '; ') | loopback: $exempt"
}

function Get-FilterCount([string] $What) {
  $file = "$env:TEMP\schoolgate-wfp.xml"
  & "$env:SystemRoot\System32\netsh.exe" wfp show $What file=$file | Out-Null
  if (-not (Test-Path $file)) { return -1 }
  $count = @(Select-String -Path $file -Pattern '<name>[^<]*schoolgate' -AllMatches).Count
  Remove-Item $file
  $count
}

# ---- the computer ----

function Test-Computer {
  $os = Get-CimInstance Win32_OperatingSystem
  New-Row 'Windows' '11, build 22000 or later' "$($os.Caption) $($os.Version) $($os.OSArchitecture)" ([int]$os.BuildNumber -ge 22000)
  New-Row 'PowerShell' '5.1 or later' "$($PSVersionTable.PSVersion) $($ExecutionContext.SessionState.LanguageMode)" ($PSVersionTable.PSVersion -ge [version]'5.1')
}

# ---- installation ----

function Test-Installation {
  if (Test-Path $ProgramFolder) { return New-Row 'setup' 'not installed yet' "$ProgramFolder is there" $null }
  Write-Change "$StateFolder is planted, owned by Users, as a student could"
  New-Item -ItemType Directory $StateFolder -Force | Out-Null
  Set-Content "$StateFolder\planted.txt" 'planted'
  & "$env:SystemRoot\System32\icacls.exe" $StateFolder /setowner '*S-1-5-32-545' | Out-Null

  Write-Change 'Schoolgate is installed, silently'
  $begun = Get-Date
  $process = Start-Process $Setup "/S /SERVER=$Server /TOKEN=$Token" -Wait -PassThru
  $seconds = [int]((Get-Date) - $begun).TotalSeconds
  New-Row 'setup, silent' 'exit code 0' "exit code $($process.ExitCode), $seconds s" ($process.ExitCode -eq 0)
  New-Row 'enrollment' 'Enrollment = 0' "Enrollment = $((Get-ItemProperty $SettingsKey -ErrorAction SilentlyContinue).Enrollment)" ((Get-ItemProperty $SettingsKey -ErrorAction SilentlyContinue).Enrollment -eq 0)

  $asides = @(Get-ChildItem "$env:ProgramData" -Filter 'Schoolgate.untrusted-*')
  $isThere = Test-Path "$StateFolder\planted.txt"
  New-Row 'planted state folder' 'renamed, unread; a new one' "renamed: $($asides.Count), planted file in the new one: $isThere" ($asides.Count -eq 1 -and -not $isThere)
  foreach ($aside in $asides) { Remove-Item -Recurse -Force $aside.FullName }
}

function Test-Service {
  $sc = "$env:SystemRoot\System32\sc.exe"
  $config = @(& $sc qc $ServiceName) -join ' '
  New-Row 'service: account' 'LocalSystem' $config ($config -match 'SERVICE_START_NAME\s*:\s*LocalSystem')
  New-Row 'service: start' 'AUTO_START, after BFE' $config ($config -match 'AUTO_START' -and $config -match 'BFE')
  New-Row 'service: path' 'in quotation marks' $config ($config -match 'BINARY_PATH_NAME\s*:\s*"')
  $sid = @(& $sc qsidtype $ServiceName) -join ' '
  New-Row 'service: SID' 'UNRESTRICTED' $sid ($sid -match 'UNRESTRICTED')
  $failure = @(& $sc qfailure $ServiceName) -join ' '
  New-Row 'service: recovery' 'three restarts' $failure (([regex]::Matches($failure, 'RESTART -- ')).Count -eq 3)
  New-Row 'service: privileges' 'to be read by a person' (@(& $sc qprivs $ServiceName) -join ' ') $null
  $worker = @(& $sc qc $WorkerName) -join ' '
  New-Row 'worker: account' "NT SERVICE\$WorkerName" $worker ($worker -match "SERVICE_START_NAME\s*:\s*NT SERVICE\\$WorkerName")
  New-Row 'worker: start' 'DEMAND_START' $worker ($worker -match 'DEMAND_START')
  $privileges = @(& $sc qprivs $WorkerName) -join ' '
  New-Row 'worker: privileges' 'SeChangeNotifyPrivilege alone' $privileges (([regex]::Matches($privileges, 'Se\w+Privilege')).Count -eq 1 -and $privileges -match 'SeChangeNotifyPrivilege')
  $seconds = Wait-Until 60 { (Get-Service $ServiceName).Status -eq 'Running' }
  New-Row 'service: runs' 'Running within 60 s' "after $seconds s" ($seconds -ge 0)
}

function Test-Processes {
  $seconds = Wait-Until 90 { @(Get-AgentProcess).Count -gt 0 }
  New-Row 'agent runs' 'within 90 s' "after $seconds s" ($seconds -ge 0)
  foreach ($process in @(Get-CimInstance Win32_Process -Filter "Name LIKE 'schoolgate-%'")) {
    $owner = Invoke-CimMethod $process -MethodName GetOwner
    $wanted = 'SYSTEM'
    if ($process.CommandLine -match '\bworker\b') { $wanted = $WorkerName }
    New-Row "account of $($process.CommandLine)" $wanted "$($owner.Domain)\$($owner.User)" ($owner.User -eq $wanted)
  }
}

function Test-Rights {
  $acl = Get-Acl $StateFolder
  $others = @($acl.Access | Where-Object { $_.IdentityReference -notmatch '\\SYSTEM$|\\Administrators$|^S-1-5-18$|^S-1-5-32-544$' })
  New-Row 'state folder: rights' 'protected; SYSTEM and Administrators alone' $acl.Sddl ($acl.AreAccessRulesProtected -and $others.Count -eq 0)
  New-Row 'state folder: owner' 'SYSTEM or Administrators' $acl.Owner ($acl.Sddl -match '^O:(SY|BA)')
  foreach ($file in @(Get-ChildItem $StateFolder -Force)) {
    $sddl = (Get-Acl $file.FullName).Sddl
    New-Row "rights of $($file.Name)" 'SYSTEM and Administrators alone' $sddl ($sddl -notmatch ';;;(BU|WD|AU|IU)\)')
  }
  $log = (Get-Acl "$ProgramFolder\agent.log").Sddl
  New-Row 'rights of agent.log' 'SYSTEM and Administrators alone' $log ($log -notmatch ';;;(BU|WD|AU|IU)\)')
  $program = (Get-Acl $ProgramFolder).Sddl
  New-Row 'program folder' 'users cannot write' $program ($program -notmatch '\(A;[^;]*;(FA|0x1301bf|GA|GW)[^;]*;;;(BU|WD|AU)\)')
}

# ---- the filter ----

function Test-Status {
  $seconds = Wait-Until 120 { (Get-AgentStatus).agent.filter.protection -eq 'enforcing' }
  $status = Get-AgentStatus
  New-Row 'connected' 'online' "$($status.agent.link.state) $($status.agent.link.lastError)" ($status.agent.link.state -eq 'online')
  New-Row 'filter' 'enforcing within 120 s' "$($status.agent.filter.protection) after $seconds s: $($status.agent.filter.reason)" ($seconds -ge 0)
  foreach ($proof in @($status.agent.filter.proofs)) { New-Row "proof: $($proof.name)" 'ok' "$($proof.detail)" $proof.ok }
  New-Row 'problems' 'none' (@($status.agent.filter.problems) -join '; ') (@($status.agent.filter.problems).Count -eq 0)
}

function Test-FilteringPlatform {
  $filters = Get-FilterCount 'filters'
  New-Row 'filtering platform' 'filters of Schoolgate' "$filters" ($filters -gt 0)
  $boot = Get-FilterCount 'boottimepolicy'
  New-Row 'filters at boot' 'filters of Schoolgate' "$boot" ($boot -gt 0)
}

function Test-Names {
  $rule = @(Get-DnsClientNrptPolicy -Effective -ErrorAction SilentlyContinue | Where-Object { $_.NameServers -match '^127\.' })
  New-Row 'name resolution policy' 'all names to 127.0.0.x, at once' "$($rule.Count) rules" ($rule.Count -gt 0)
  $allowed = @(Resolve-DnsName $AllowedName -Type A -ErrorAction SilentlyContinue).Count -gt 0
  New-Row 'an allowed name' "$AllowedName is found" "$allowed" $allowed
  $direct = @(Resolve-DnsName $AllowedName -Type A -Server 127.0.0.1 -ErrorAction SilentlyContinue).Count -gt 0
  New-Row 'the resolver of the agent' 'answers on 127.0.0.1' "$direct" $direct
  if ($BlockedName -eq '') { return New-Row 'a blocked name' 'give -BlockedName' '' $null }
  $found = @(Resolve-DnsName $BlockedName -Type A -ErrorAction SilentlyContinue | ForEach-Object { $_.IPAddress }) -join ', '
  New-Row 'a blocked name' "$BlockedName is not found, or leads to this computer" $found ($found -eq '' -or $found -match '^(127\.|0\.0\.0\.0)')
}

function Test-Connectivity {
  $profiles = @(Get-NetConnectionProfile)
  $words = @($profiles | ForEach-Object { "$($_.Name): $($_.IPv4Connectivity)" }) -join '; '
  New-Row 'Windows says' 'Internet' $words (@($profiles | Where-Object { $_.IPv4Connectivity -eq 'Internet' }).Count -gt 0)
}

function Test-Port([string] $Address, [int] $Port) {
  (Test-NetConnection $Address -Port $Port -WarningAction SilentlyContinue).TcpTestSucceeded
}

# As whoever is signed in here; run it as a student too.
function Test-WaysRound {
  $plain = @(Resolve-DnsName $AllowedName -Type A -Server 8.8.8.8 -DnsOnly -QuickTimeout -ErrorAction SilentlyContinue).Count -gt 0
  New-Row 'another resolver' '8.8.8.8 does not answer' "answers: $plain" (-not $plain)
  foreach ($way in @(@('DNS over TLS', '1.1.1.1', 853), @('DNS over https', '1.1.1.1', 443), @('plain http', '1.1.1.1', 80), @('PPTP', '1.1.1.1', 1723))) {
    $open = Test-Port $way[1] $way[2]
    New-Row "way round: $($way[0])" "$($way[1]):$($way[2]) is shut" "open: $open" (-not $open)
  }
  New-Row 'way round: QUIC, VPN, WSL, Store apps' 'shut; a person tries them' '' (Read-Answer 'Were QUIC, a VPN, WSL and a Store app all filtered?')
}

# Each Store app is to reach the proxy on this computer.
function Test-StoreApps {
  $exempt = @(& "$env:SystemRoot\System32\CheckNetIsolation.exe" LoopbackExempt -s) -join ' '
  $marks = @((Get-Item 'HKLM:\SOFTWARE\Schoolgate\StoreApps' -ErrorAction SilentlyContinue).Property)
  $lacking = @($marks | Where-Object { $exempt -notmatch [regex]::Escape($_) })
  New-Row 'Store apps: exempt' 'each that we marked is on the list of Windows' "marked: $($marks.Count), not on the list: $($lacking.Count)" ($marks.Count -gt 0 -and $lacking.Count -eq 0)
  $family = (Get-AppxPackage -Name Microsoft.WindowsCalculator).PackageFamilyName
  if (-not $family) { return New-Row 'Store apps: the calculator' 'exempt' 'not installed' $null }
  New-Row 'Store apps: the calculator' 'exempt' $family ($exempt -match [regex]::Escape($family))
}

function Test-HeldPort {
  if ($ExecutionContext.SessionState.LanguageMode -ne 'FullLanguage') { return New-Row 'port 53' 'cannot be taken' 'Constrained Language Mode' $null }
  try {
    $socket = New-Object System.Net.Sockets.UdpClient 53
    $socket.Close()
    New-Row 'port 53' 'cannot be taken' 'was taken, and let go' $false
  } catch { New-Row 'port 53' 'cannot be taken' "$_" $true }
}

# ---- the lock ----

function Test-Lock {
  if ($NoQuestions) { return New-Row 'lock' 'a person locks the laptop in the dashboard' '' $null }
  Write-Change 'you lock this laptop in the dashboard now, and unlock it below'
  Read-Host 'Lock this laptop in the dashboard, then press Enter' | Out-Null
  $seconds = Wait-Until 60 { (Get-AgentStatus).lock.recorded -eq $true }
  New-Row 'lock: taken' 'within 60 s' "after $seconds s" ($seconds -ge 0)
  $open = Test-Port $AllowedName 443
  New-Row 'lock: network' 'shut' "$AllowedName open: $open" (-not $open)
  New-Row 'lock: window' 'over each monitor' '' (Read-Answer 'Did the lock window cover each monitor?')
  $stays = Read-Answer 'Shall the lock stay, to be looked at after the restart? (n: unlock it in the dashboard now)'
  if ($stays -eq $true) { return New-Row 'lock: stays over the restart' 'see AfterRestart' '' $null }
  $seconds = Wait-Until 120 { (Get-AgentStatus).lock.recorded -eq $false }
  New-Row 'lock: given back' 'within 120 s' "after $seconds s" ($seconds -ge 0 -and (Test-Port $AllowedName 443))
}

# ---- what breaks ----

function Test-Kills {
  Write-Change 'agent and host are killed, and come again by themselves'
  $slowest = 0
  foreach ($time in 1..5) {
    $before = @(Get-AgentProcess | ForEach-Object { $_.ProcessId })
    Stop-Process -Name schoolgate-agent -Force -ErrorAction SilentlyContinue
    $seconds = Wait-Until 90 { @(Get-AgentProcess | Where-Object { $before -notcontains $_.ProcessId }).Count -gt 0 }
    if ($seconds -lt 0) { return New-Row 'agent killed five times' 'comes again' "not after the ${time}th" $false }
    if ($seconds -gt $slowest) { $slowest = $seconds }
  }
  New-Row 'agent killed five times' 'comes again' "slowest after $slowest s" $true
  Stop-Process -Name schoolgate-host -Force
  $left = Wait-Until 10 { @(Get-AgentProcess).Count -eq 0 }
  New-Row 'host killed: the agent' 'ends with it' "after $left s" ($left -ge 0)
  $seconds = Wait-Until 90 { (Get-Service $ServiceName).Status -eq 'Running' }
  New-Row 'host killed: the service' 'started again by Windows' "after $seconds s" ($seconds -ge 0)
  $filters = Get-FilterCount 'filters'
  New-Row 'host killed: the filters' 'stay' "$filters" ($filters -gt 0)
}

function Test-Defender {
  $found = @(Get-MpThreatDetection -ErrorAction SilentlyContinue | Where-Object { "$($_.Resources)" -match 'schoolgate' })
  New-Row 'Defender' 'says nothing of Schoolgate' "$($found.Count) detections" ($found.Count -eq 0)
}

# ---- after the restart ----

function Test-Restart {
  $boot = (Get-CimInstance Win32_OperatingSystem).LastBootUpTime
  $process = @(Get-CimInstance Win32_Process -Filter "Name='schoolgate-host.exe'" | Sort-Object CreationDate)
  $found = 'no host'
  if ($process.Count -gt 0) { $found = "host $([int]($process[0].CreationDate - $boot).TotalSeconds) s after the start of Windows" }
  New-Row 'restart: the service' 'starts with the computer' $found ($process.Count -gt 0)
  $status = Get-AgentStatus
  New-Row 'restart: the lock' 'as before' "recorded: $($status.lock.recorded)" $null
  if ($status.lock.recorded -eq $true) {
    $open = Test-Port $AllowedName 443
    New-Row 'restart: locked network' 'shut' "$AllowedName open: $open" (-not $open)
  }
  New-Row 'restart: nothing got out before' 'a capture at the switch shows no DNS but to the server' '' (Read-Answer 'Did a capture show that nothing got out on port 53 while Windows started?')
  New-Row 'sleep and another user' 'filter and window follow' '' (Read-Answer 'After sleep, and after switching users: was the filter on?')
}

# ---- removal ----

function Invoke-Uninstall([string] $Options) {
  # It goes on by itself unless it is told where it stands.
  (Start-Process "$ProgramFolder\uninstall.exe" "/S $Options _?=$ProgramFolder" -Wait -PassThru).ExitCode
}

function Test-Refusal {
  Write-Change 'a removal without the code is tried, which is to be refused'
  $code = Invoke-Uninstall ''
  $runs = (Get-Service $ServiceName -ErrorAction SilentlyContinue).Status
  New-Row 'removal without the code' 'exit code 6, the service runs' "exit code $code, service: $runs" ($code -eq 6 -and $runs -eq 'Running')
}

function Test-Removal {
  if ($RemovalCode -eq '') { return New-Row 'removal' 'give -RemovalCode' '' $null }
  Write-Change 'Schoolgate is removed'
  $code = Invoke-Uninstall "/REMOVALCODE=$RemovalCode"
  New-Row 'removal' 'exit code 0' "exit code $code" ($code -eq 0)
  New-Row 'removal: service' 'gone' "$((Get-Service $ServiceName -ErrorAction SilentlyContinue).Status)" (-not (Get-Service $ServiceName -ErrorAction SilentlyContinue))
  New-Row 'removal: state' 'gone' "there: $(Test-Path $StateFolder)" (-not (Test-Path $StateFolder))
  New-Row 'removal: programs' 'gone, but for uninstall.exe until the restart' (@(Get-ChildItem $ProgramFolder -ErrorAction SilentlyContinue | ForEach-Object { $_.Name }) -join ', ') (-not (Test-Path $Agent))
  $filters = (Get-FilterCount 'filters') + (Get-FilterCount 'boottimepolicy')
  New-Row 'removal: filtering platform' 'no filter of Schoolgate' "$filters" ($filters -eq 0)
}

function Test-SettingsAsBefore {
  $before = "$($Previous.before)"
  $now = Get-Settings
  if ($before -eq '') { return New-Row 'removal: settings' 'as before' $now $null }
  New-Row 'removal: settings' $before $now ($before -eq $now)
}

# ---- the phases ----

$checks = @{
  Install      = 'Test-Computer', 'Test-Installation', 'Test-Service', 'Test-Processes', 'Test-Rights', 'Test-Status', 'Test-FilteringPlatform', 'Test-Names', 'Test-Connectivity', 'Test-WaysRound', 'Test-StoreApps', 'Test-HeldPort', 'Test-Kills', 'Test-Defender', 'Test-Lock'
  AfterRestart = 'Test-Restart', 'Test-Service', 'Test-Processes', 'Test-Status', 'Test-FilteringPlatform', 'Test-Names', 'Test-WaysRound'
  Removal      = 'Test-Refusal', 'Test-Removal', 'Test-SettingsAsBefore'
}

& "$env:SystemRoot\System32\net.exe" session 2>$null | Out-Null
if ($LASTEXITCODE -ne 0) { Write-Error 'Run this as administrator.'; exit 1 }
if ($Phase -eq 'Install' -and ($Setup -eq '' -or $Server -eq '' -or $Token -eq '')) { Write-Error 'Give -Setup, -Server and -Token.'; exit 1 }

$Previous = $null
if ($Phase -ne 'Install' -and (Test-Path $Report)) { $Previous = Get-Content $Report -Raw | ConvertFrom-Json }
$settingsBefore = $Previous.before
if ($Phase -eq 'Install') { $settingsBefore = Get-Settings }

$rows = @()
foreach ($check in $checks[$Phase]) { $rows += @(Invoke-Check $check) }

$rows | Format-Table -Property @('name', 'held', 'expected', 'found') -AutoSize -Wrap
$all = @($Previous.rows | Where-Object { $_ -and $_.phase -ne $Phase }) + $rows
@{ format = 1; before = $settingsBefore; rows = $all } | ConvertTo-Json -Depth 4 | Set-Content $Report -Encoding UTF8
Write-Host "$(@($rows | Where-Object { $_.held -eq 'yes' }).Count) held, $(@($rows | Where-Object { $_.held -eq 'no' }).Count) did not, $(@($rows | Where-Object { $_.held -eq 'unknown' }).Count) unknown. All phases: $Report"
if ($Phase -eq 'Install') { Write-Host 'Restart the computer, then: .\first-day.ps1 -Phase AfterRestart' }
