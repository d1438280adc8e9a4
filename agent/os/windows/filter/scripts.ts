import { READ_INPUT } from '../powershell.ts';
import { FIREWALL_GROUP } from './firewall-rules.ts';

/**
 * The PowerShell that the filter runs. Every text here is constant: what comes from outside goes to a script's standard input as JSON (`scriptInput`). Written
 * for Windows PowerShell 5.1, with .NET's registry classes, whose names no language translates. Not yet run on Windows.
 */

/** Our rule's name, for ever the same. */
export const NRPT_RULE = '{DAC28A1B-4DF7-4110-B5B5-660502E50EC8}';
const LOCAL_NRPT = 'SYSTEM\\CurrentControlSet\\Services\\Dnscache\\Parameters\\DnsPolicyConfig';
const POLICY_NRPT = 'SOFTWARE\\Policies\\Microsoft\\Windows NT\\DNSClient\\DnsPolicyConfig';

/**
 * Remembers each value as it was before us, in the registry itself: the same hive, so that a power cut keeps both or neither, and restoring needs no journal.
 * Name: key|name; data: JSON of what was there and which keys were made for it.
 */
const MARKS = 'SOFTWARE\\Schoolgate\\FilterValues';

const OPEN = "$hk=[Microsoft.Win32.RegistryKey]::OpenBaseKey('LocalMachine','Registry64')";

/** Reads all that `plan` looks at, in one process. Input: `values`, the ones to read. */
export const READ_SCRIPT = `${READ_INPUT}; ${OPEN};
$rules=@(foreach($hive in @(@{n='local';p='${LOCAL_NRPT}'},@{n='policy';p='${POLICY_NRPT}'})){
  $list=$hk.OpenSubKey($hive.p);
  if($null -ne $list){ foreach($id in $list.GetSubKeyNames()){ $k=$list.OpenSubKey($id);
    if($null -ne $k){ [pscustomobject]@{hive=$hive.n;id=$id;version=$k.GetValue('Version');names=@($k.GetValue('Name'));
      servers=[string]$k.GetValue('GenericDNSServers');options=$k.GetValue('ConfigOptions');comment=[string]$k.GetValue('Comment')} } } } });
$values=@(foreach($v in $in.values){ $k=$hk.OpenSubKey($v.key);
  if($null -ne $k){ $d=$k.GetValue($v.name,$null,'DoNotExpandEnvironmentNames');
    if($null -ne $d){ [pscustomobject]@{key=$v.key;name=$v.name;kind=[string]$k.GetValueKind($v.name);data=$d} } } });
$m=$hk.OpenSubKey('${MARKS}');
$marks=@(if($null -ne $m){ $m.GetValueNames() });
$policy=$null -ne $hk.OpenSubKey('${POLICY_NRPT}');
$firewall=@(Get-NetFirewallRule -Group '${FIREWALL_GROUP}' -PolicyStore ActiveStore -ErrorAction SilentlyContinue |
  Select-Object DisplayName,Description,@{n='Enabled';e={[string]$_.Enabled}},@{n='Action';e={[string]$_.Action}},
    @{n='Direction';e={[string]$_.Direction}},@{n='Status';e={[string]$_.PrimaryStatus}});
$profiles=@(Get-NetFirewallProfile -PolicyStore ActiveStore |
  Select-Object Name,@{n='Enabled';e={[string]$_.Enabled}},@{n='LocalRules';e={[string]$_.AllowLocalFirewallRules}});
$holders=@(@(Get-NetUDPEndpoint -LocalPort 53 -ErrorAction SilentlyContinue)+@(Get-NetTCPConnection -LocalPort 53 -State Listen -ErrorAction SilentlyContinue) |
  ForEach-Object { [pscustomobject]@{address=[string]$_.LocalAddress;pid=[int]$_.OwningProcess;
    program=[string](Get-Process -Id $_.OwningProcess -ErrorAction SilentlyContinue).ProcessName} });
$winhttp=[string](@(netsh.exe winhttp show advproxy) -join ' ');
[pscustomobject]@{rules=$rules;policyHive=$policy;values=$values;marks=$marks;firewall=$firewall;profiles=$profiles;holders=$holders;winhttp=$winhttp} |
  ConvertTo-Json -Depth 4 -Compress`;

/**
 * Writes our rule into the local hive, and into group policy's where that exists, for then the local ones do not count. Input: `servers`. The rule survives
 * crash and restart: then nothing resolves until the agent is back.
 */
export const WRITE_NRPT_SCRIPT = `${READ_INPUT}; ${OPEN};
$paths=@('${LOCAL_NRPT}'); if($null -ne $hk.OpenSubKey('${POLICY_NRPT}')){ $paths+='${POLICY_NRPT}' };
foreach($p in $paths){ $k=$hk.CreateSubKey($p+'\\${NRPT_RULE}');
  $k.SetValue('Version',2,'DWord'); $k.SetValue('Name',[string[]]@('.'),'MultiString');
  $k.SetValue('GenericDNSServers',[string]$in.servers,'String'); $k.SetValue('ConfigOptions',8,'DWord');
  $k.SetValue('Comment','Schoolgate','String') };
Clear-DnsClientCache`;

/** By name, from both hives. */
export const REMOVE_NRPT_SCRIPT = `${OPEN};
foreach($p in @('${LOCAL_NRPT}','${POLICY_NRPT}')){ $k=$hk.OpenSubKey($p,$true);
  if($null -ne $k){ $k.DeleteSubKeyTree('${NRPT_RULE}',$false) } };
Clear-DnsClientCache`;

/**
 * Adds the rules as generation n+1, then removes n: there is no moment without. When one is refused, the new ones go again. Input: `rules`, `digest`.
 */
export const REPLACE_RULES_SCRIPT = `${READ_INPUT};
$old=@(Get-NetFirewallRule -Group '${FIREWALL_GROUP}' -ErrorAction SilentlyContinue);
$n=0; foreach($r in $old){ if([string]$r.DisplayName -match '-(\\d{1,8})$'){ $n=[Math]::Max($n,[int]$Matches[1]) } }; $n++;
$new=@();
try { foreach($r in $in.rules){
  $a=@{Name='${FIREWALL_GROUP}-'+$r.name+'-'+$n;DisplayName='${FIREWALL_GROUP}-'+$r.name+'-'+$n;Description='Schoolgate '+$in.digest;
    Group='${FIREWALL_GROUP}';Direction='Outbound';Action='Block';Profile='Any';Protocol=$r.protocol};
  if(@($r.ports).Count -gt 0){ $a.RemotePort=[string[]]@($r.ports) };
  if(@($r.addresses).Count -gt 0){ $a.RemoteAddress=[string[]]@($r.addresses) };
  $new+=New-NetFirewallRule @a } } catch { $new | Remove-NetFirewallRule; throw };
$old | Remove-NetFirewallRule`;

export const REMOVE_RULES_SCRIPT = `@(Get-NetFirewallRule -Group '${FIREWALL_GROUP}' -ErrorAction SilentlyContinue) | Remove-NetFirewallRule`;

/** Sets values, with what was there before in the mark of each; the mark comes first and stays the first one. Input: `values`. */
export const SET_VALUES_SCRIPT = `${READ_INPUT}; ${OPEN};
$m=$hk.CreateSubKey('${MARKS}');
foreach($v in $in.values){ $id=$v.key+'|'+$v.name;
  if($null -eq $m.GetValue($id)){
    $made=@(); $part=''; foreach($piece in $v.key.Split('\\')){ $part=($part+'\\'+$piece).TrimStart('\\'); if($null -eq $hk.OpenSubKey($part)){ $made+=$part } };
    $k=$hk.OpenSubKey($v.key); $d=$null; if($null -ne $k){ $d=$k.GetValue($v.name,$null,'DoNotExpandEnvironmentNames') };
    $kind='None'; if($null -ne $d){ $kind=[string]$k.GetValueKind($v.name) };
    $m.SetValue($id,(ConvertTo-Json -Compress -Depth 3 -InputObject @{kind=$kind;data=$d;made=$made}),'String') };
  $k=$hk.CreateSubKey($v.key);
  switch($v.kind){ 'DWord' { $k.SetValue($v.name,[int]$v.data,'DWord') } 'MultiString' { $k.SetValue($v.name,[string[]]@($v.data),'MultiString') }
    default { $k.SetValue($v.name,[string]$v.data,'String') } } };
$m.Flush()`;

/** Puts values back as their marks say, all or only some; a key that we made goes when nothing is left in it. */
const PUT_BACK = `$m=$hk.OpenSubKey('${MARKS}',$true);
if($null -ne $m){ foreach($id in $m.GetValueNames()){ if(($null -ne $only) -and (-not ($only -ccontains $id))){ continue };
  $was=$m.GetValue($id) | ConvertFrom-Json; $cut=$id.LastIndexOf('|'); $key=$id.Substring(0,$cut); $name=$id.Substring($cut+1);
  if($was.kind -eq 'None'){ $k=$hk.OpenSubKey($key,$true); if($null -ne $k){ $k.DeleteValue($name,$false); $k.Close() } }
  else { $k=$hk.CreateSubKey($key);
    $d=switch($was.kind){ 'DWord' { [int]$was.data } 'QWord' { [long]$was.data } 'Binary' { ,[byte[]]@($was.data) } 'MultiString' { ,[string[]]@($was.data) } default { [string]$was.data } };
    $k.SetValue($name,$d,$was.kind); $k.Close() };
  $made=@($was.made); [array]::Reverse($made);
  foreach($p in $made){ $k=$hk.OpenSubKey($p); if($null -ne $k){ $empty=($k.SubKeyCount -eq 0) -and ($k.ValueCount -eq 0); $k.Close(); if($empty){ $hk.DeleteSubKey($p,$false) } } };
  $m.DeleteValue($id,$false) };
  $left=$m.ValueCount; $m.Close();
  if($left -eq 0){ $hk.DeleteSubKey('${MARKS}',$false);
    $own=$hk.OpenSubKey('SOFTWARE\\Schoolgate'); if($null -ne $own){ $bare=($own.SubKeyCount -eq 0) -and ($own.ValueCount -eq 0); $own.Close(); if($bare){ $hk.DeleteSubKey('SOFTWARE\\Schoolgate',$false) } } } }`;

export const PUT_ALL_BACK_SCRIPT = `${OPEN}; $only=$null; ${PUT_BACK}`;

/** Input: `only`, the ids of the values. */
export const PUT_SOME_BACK_SCRIPT = `${READ_INPUT}; ${OPEN}; $only=@($in.only); ${PUT_BACK}`;

/** Resolvers by interface, those of the best default route first. DHCP's stay readable below our rule. */
export const RESOLVERS_SCRIPT = `${OPEN};
$seen=@(Get-NetRoute -DestinationPrefix '0.0.0.0/0','::/0' -ErrorAction SilentlyContinue |
  Sort-Object @{e={$_.RouteMetric+$_.InterfaceMetric}} | Select-Object -ExpandProperty InterfaceIndex -Unique);
$interfaces=@(foreach($i in $seen){
  $guid=[string](Get-NetAdapter -InterfaceIndex $i -ErrorAction SilentlyContinue).InterfaceGuid; $dhcp='';
  if($guid){ $k=$hk.OpenSubKey('SYSTEM\\CurrentControlSet\\Services\\Tcpip\\Parameters\\Interfaces\\'+$guid); if($null -ne $k){ $dhcp=[string]$k.GetValue('DhcpNameServer') } };
  [pscustomobject]@{dhcp=$dhcp;servers=@(Get-DnsClientServerAddress -InterfaceIndex $i -ErrorAction SilentlyContinue | ForEach-Object { $_.ServerAddresses })} });
[pscustomobject]@{interfaces=$interfaces} | ConvertTo-Json -Depth 4 -Compress`;
