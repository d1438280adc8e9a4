; setup.exe: swaps the program's folder, and lets schoolgate_steps.dll (setup-steps.c) do the rest.
; /S [/SERVER=https://… /TOKEN=sget_…], or schoolgate-enroll.ini beside it. uninstall.exe /S [/REMOVALCODE=XXXXX-XXXXX].
; Defined by nsis.ts: VERSION, FILE_VERSION (four numbers), ARCH, OUT, STEPS, FILES (an include with the macros ProgramFiles, MenuFiles, RemoveMenuFiles), COMPRESSION, KILOBYTES.
Target amd64-unicode
SetCompressor ${COMPRESSION}
SetDateSave off
CRCCheck force
AllowSkipFiles off
RequestExecutionLevel admin
ManifestDPIAware true
Name "Schoolgate agent ${VERSION}"
Caption "Schoolgate agent ${VERSION}"
BrandingText "Schoolgate"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\Schoolgate"

VIProductVersion "${FILE_VERSION}"
VIFileVersion "${FILE_VERSION}"
VIAddVersionKey ProductName "Schoolgate agent"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileDescription "Setup of the Schoolgate agent"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey CompanyName "Schoolgate contributors"
VIAddVersionKey LegalCopyright "Apache-2.0"

!include LogicLib.nsh
!include WordFunc.nsh
!include WinVer.nsh
!include x64.nsh
!include nsDialogs.nsh
!include "${FILES}"

!define SETTINGS_KEY "SOFTWARE\Schoolgate\Agent"
!define UNINSTALL_KEY "SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall\SchoolgateAgent"
; Exit codes; 2 is what NSIS itself ends with. docs/deploy/windows.md has them.
!define NO_RIGHTS 3
!define NOT_FOR_THIS 4
!define IS_NEWER 5
!define NOT_REMOVED 6
!define NOT_INSTALLED 7

Var Server
Var Token
Var RemovalCode
Var ServerField
Var TokenField
Var CodeField
; What a step said, or why not.
Var Said
; The same of the enrollment, and how it ended.
Var Enrolling
Var NotEnrolled

Page custom EnrollPage EnrollPageLeft
Page instfiles
UninstPage uninstConfirm
UninstPage custom un.CodePage un.CodePageLeft
UninstPage instfiles

; FUNCTION ARGUMENTS: result in $R0, a sentence in $R9. Arguments stand in $R1 to $R4: a text in quotation marks could end them.
; By its whole path, and let go each time (?u): else the folder that it stands in could not be deleted.
!macro Step Function Arguments
  System::Call '"$PLUGINSDIR\schoolgate_steps.dll"::${Function}(${Arguments}) i.R0 ?u'
  ${If} $R0 == "error"
    StrCpy $R0 1
    StrCpy $R9 "A part of the setup cannot be loaded."
  ${EndIf}
!macroend
!define Step '!insertmacro Step'

; On the screen, else on the console or in the file where standard output goes.
!macro Refuse Code Sentence
  System::Call 'kernel32::AttachConsole(i -1) i.R8'
  System::Call 'kernel32::GetStdHandle(i -11) p.R8'
  ${If} $R8 P<> 0
    FileWrite $R8 "${Sentence}$\r$\n"
  ${EndIf}
  MessageBox MB_OK|MB_ICONSTOP "${Sentence}" /SD IDOK
  SetErrorLevel ${Code}
  Quit
!macroend
!define Refuse '!insertmacro Refuse'

; A program that ends holds its file and its folder for a moment. The flag of errors is set when it does not help to wait.
!macro Rename From To
  ${For} $R7 1 50
    ClearErrors
    Rename "${From}" "${To}"
    ${IfNot} ${Errors}
      ${ExitFor}
    ${EndIf}
    Sleep 200
  ${Next}
!macroend
!macro RemoveFolder Folder
  ${For} $R7 1 50
    RMDir /r "${Folder}"
    ${IfNot} ${FileExists} "${Folder}\schoolgate-*.exe"
    ${AndIfNot} ${FileExists} "${Folder}\*.txt"
      ${ExitFor}
    ${EndIf}
    Sleep 200
  ${Next}
!macroend

; For the functions of setup.exe and of uninstall.exe, which NSIS keeps apart by the prefix "un.".
!macro SharedFunctions
Function ${UN}Begin
  SetRegView 64
  SetShellVarContext all
  ; One folder: /D= and _?= could name any, and its contents go.
  StrCpy $INSTDIR "$PROGRAMFILES64\Schoolgate"
  UserInfo::GetAccountType
  Pop $R0
  ${If} $R0 != "Admin"
    ${Refuse} ${NO_RIGHTS} "Run this as administrator."
  ${EndIf}
  InitPluginsDir
  File "/oname=$PLUGINSDIR\schoolgate_steps.dll" "${STEPS}"
FunctionEnd
!macroend

!define UN ""
!insertmacro SharedFunctions

Function .onInit
  Call Begin
  ${IfNot} ${AtLeastWin10}
    ${Refuse} ${NOT_FOR_THIS} "This needs Windows 10 or later."
  ${EndIf}
!if ${ARCH} == arm64
  ${IfNot} ${IsNativeARM64}
    ${Refuse} ${NOT_FOR_THIS} "This is for computers with ARM64; take the setup for x64."
  ${EndIf}
!endif
  ReadRegStr $R0 HKLM "${SETTINGS_KEY}" "Installer"
  ${If} $R0 == "msi"
    ${Refuse} ${NOT_FOR_THIS} "The agent was installed by its .msi: upgrade or remove it by that."
  ${EndIf}
  ReadRegStr $R0 HKLM "${SETTINGS_KEY}" "Version"
  ${If} $R0 != ""
    ${VersionCompare} "${FILE_VERSION}" $R0 $R1
    ${If} $R1 == 2
      ${Refuse} ${IS_NEWER} "A newer version is installed ($R0). Its state cannot be read by ${VERSION}: remove it first."
    ${EndIf}
  ${EndIf}
  StrCpy $R1 "/SERVER"
  ${Step} setup_option "w R1, w .R9"
  StrCpy $Server $R9
  StrCpy $R1 "/TOKEN"
  ${Step} setup_option "w R1, w .R9"
  StrCpy $Token $R9
FunctionEnd

Function EnrollPage
  ReadEnvStr $R0 ProgramData
  ${If} $Server$Token != ""
  ${OrIf} ${FileExists} "$EXEDIR\schoolgate-enroll.ini"
  ${OrIf} ${FileExists} "$R0\Schoolgate\identity.json"
    Abort
  ${EndIf}
  nsDialogs::Create 1018
  Pop $R0
  ${NSD_CreateLabel} 0 0 100% 12u "Address of the school server (empty: this computer is enrolled later)"
  Pop $R0
  ${NSD_CreateText} 0 14u 100% 13u ""
  Pop $ServerField
  ${NSD_CreateLabel} 0 36u 100% 12u "Enrollment token (sget_…)"
  Pop $R0
  ${NSD_CreatePassword} 0 50u 100% 13u ""
  Pop $TokenField
  nsDialogs::Show
FunctionEnd

Function EnrollPageLeft
  ${NSD_GetText} $ServerField $Server
  ${NSD_GetText} $TokenField $Token
FunctionEnd

; Puts back what was there, and ends.
Function TakeBack
  StrCpy $R1 $INSTDIR
  ${If} ${FileExists} "$INSTDIR.old\*.*"
    ${Step} setup_stop ""
    !insertmacro RemoveFolder "$INSTDIR"
    !insertmacro Rename "$INSTDIR.old" "$INSTDIR"
    ${Step} setup_install "w R1, w .R9"
  ${Else}
    ${Step} setup_undo_install "w R1, w .R9"
    !insertmacro RemoveFolder "$INSTDIR"
    RMDir "$INSTDIR"
  ${EndIf}
  ${Refuse} ${NOT_INSTALLED} "Not installed; what was there is there again. $Said"
FunctionEnd

Section
  ; A setup was cut off between its two renamings.
  ${IfNot} ${FileExists} "$INSTDIR\schoolgate-host.exe"
  ${AndIf} ${FileExists} "$INSTDIR.old\schoolgate-host.exe"
    RMDir /r "$INSTDIR"
    Rename "$INSTDIR.old" "$INSTDIR"
  ${EndIf}
  ; Beside the old version, which runs meanwhile.
  RMDir /r "$INSTDIR.new"
  RMDir /r "$INSTDIR.old"
  SetOutPath "$INSTDIR.new"
  !insertmacro ProgramFiles
  WriteUninstaller "$INSTDIR.new\uninstall.exe"
  ; A folder that is somebody's working folder cannot be renamed.
  SetOutPath "$TEMP"

  ${Step} setup_stop ""
  StrCpy $R1 $INSTDIR
  ClearErrors
  ${If} ${FileExists} "$INSTDIR\*.*"
    !insertmacro Rename "$INSTDIR" "$INSTDIR.old"
    ${If} ${Errors}
      RMDir /r "$INSTDIR.new"
      ${Step} setup_install "w R1, w .R9"
      ${Refuse} ${NOT_INSTALLED} "Not installed: a file in $INSTDIR is in use. The old version runs."
    ${EndIf}
  ${EndIf}
  !insertmacro Rename "$INSTDIR.new" "$INSTDIR"
  ${If} ${Errors}
    StrCpy $Said "$INSTDIR cannot be written."
    Call TakeBack
  ${EndIf}
  ; The host writes its log beside itself.
  Rename "$INSTDIR.old\agent.log" "$INSTDIR\agent.log"
  Rename "$INSTDIR.old\agent.log.1" "$INSTDIR\agent.log.1"
  StrCpy $R2 $Server
  StrCpy $R3 $Token
  StrCpy $R4 $EXEDIR
  ${Step} setup_enroll "w R1, w R2, w R3, w R4, w .R9"
  StrCpy $NotEnrolled $R0
  StrCpy $Enrolling $R9
  StrCpy $R3 ""
  StrCpy $Token ""
  ${Step} setup_install "w R1, w .R9"
  ${If} $R0 <> 0
    StrCpy $Said $R9
    Call TakeBack
  ${EndIf}
  RMDir /r "$INSTDIR.old"

  !insertmacro MenuFiles
  WriteRegStr HKLM "${SETTINGS_KEY}" "Version" "${FILE_VERSION}"
  WriteRegStr HKLM "${SETTINGS_KEY}" "Installer" "exe"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayName" "Schoolgate agent"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "Publisher" "Schoolgate contributors"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoRepair" 1

  DetailPrint $Enrolling
  ${If} $NotEnrolled <> 0
    MessageBox MB_OK|MB_ICONINFORMATION "Installed, and not enrolled yet. $Enrolling" /SD IDOK
  ${EndIf}
SectionEnd

!undef UN
!define UN "un."
!insertmacro SharedFunctions

Function un.onInit
  Call un.Begin
  StrCpy $R1 "/REMOVALCODE"
  ${Step} setup_option "w R1, w .R9"
  StrCpy $RemovalCode $R9
FunctionEnd

Function un.CodePage
  ReadEnvStr $R0 ProgramData
  ${If} $RemovalCode != ""
  ${OrIfNot} ${FileExists} "$R0\Schoolgate\identity.json"
    Abort
  ${EndIf}
  nsDialogs::Create 1018
  Pop $R0
  ${NSD_CreateLabel} 0 0 100% 24u "Removal code of this laptop, from the school's administrators (empty: the school has ordered the removal)"
  Pop $R0
  ${NSD_CreateText} 0 26u 100% 13u ""
  Pop $CodeField
  nsDialogs::Show
FunctionEnd

Function un.CodePageLeft
  ${NSD_GetText} $CodeField $RemovalCode
FunctionEnd

Section Uninstall
  StrCpy $R1 $INSTDIR
  StrCpy $R2 $RemovalCode
  ${Step} setup_give_back "w R1, w R2, w .R9"
  ${If} $R0 <> 0
    StrCpy $Said $R9
    ${Refuse} ${NOT_REMOVED} "Not removed. $Said"
  ${EndIf}
  !insertmacro RemoveMenuFiles
  !insertmacro RemoveFolder "$INSTDIR"
  ; Started with _?= it stands there itself.
  Delete /REBOOTOK "$INSTDIR\uninstall.exe"
  RMDir /r /REBOOTOK "$INSTDIR"
  StrCpy $R1 $INSTDIR
  ${Step} setup_remove_state "w R1"
  DeleteRegKey HKLM "${UNINSTALL_KEY}"
  DeleteRegKey HKLM "${SETTINGS_KEY}"
  DeleteRegKey /ifempty HKLM "SOFTWARE\Schoolgate"
SectionEnd
