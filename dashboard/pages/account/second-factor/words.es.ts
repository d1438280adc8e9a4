import { number } from '../../../app/words/numbers.ts';
import type { words as english } from './words.en.ts';

export const words: typeof english = {
  title: 'Segundo factor',
  on: 'Activado',
  since: 'Desde',
  codesLeft: 'Códigos de recuperación restantes',
  codesLeftCount: (left: number) => (left === 0 ? 'ninguno: cree otros' : number(left)),
  needsPassword:
    'Usted no tiene contraseña: entra por el proveedor del centro o con el enlace de acceso. Si la quiere, elija primero una contraseña.',
  why: 'Con él, al entrar con contraseña se piden además seis cifras que muestra un programa de su teléfono. Una contraseña robada no basta para entrar.',
  password: 'Su contraseña',
  begin: 'Activar el segundo factor',
  scan: 'Abra un programa de autenticación en su teléfono y escanee esta imagen. Si no tiene cámara, escriba el secreto.',
  qr: 'Código QR para el programa de autenticación',
  secret: 'Secreto',
  code: 'Código que muestra el programa',
  codeHint: 'Seis cifras.',
  confirm: 'Confirmar el segundo factor',
  recovery: 'Códigos de recuperación',
  recoveryText:
    'Si pierde el teléfono, cada uno de estos códigos sirve una vez en lugar de las seis cifras. Imprímalos o guárdelos donde guarda las contraseñas.',
  renew: 'Crear códigos de recuperación nuevos',
  renewText: 'Los códigos anteriores dejan de valer al momento.',
  remove: 'Desactivar el segundo factor',
  removeText: 'Después bastará la contraseña para entrar. Se le avisará por correo, si el servidor lo envía.',
  proofKind: 'Demuestre que es usted',
  byPassword: 'Contraseña',
  byCode: 'Código',
  proofCode: 'Seis cifras, o un código de recuperación',
};
