import { number } from '../../app/words/numbers.ts';
import type { words as english } from './words.en.ts';

const roles: Readonly<Record<string, string>> = {
  owner: 'Propietario',
  admin: 'Administración',
  helpdesk: 'Soporte',
  teacher: 'Docente',
  viewer: 'Consulta',
};

const roleHints: Readonly<Record<string, string>> = {
  owner: 'Puede hacerlo todo, también con otros propietarios, claves e inicio único. Alcanza todo el centro.',
  admin: 'Gestiona portátiles, personas, políticas y ajustes.',
  helpdesk: 'Ve los portátiles y por qué algo está bloqueado; bloquea, desbloquea y permite por un tiempo.',
  teacher: 'Dirige las clases en el aula.',
  viewer: 'Ve portátiles, políticas e informes, pero nada de lo que haya hecho una persona.',
};

export const words: typeof english = {
  title: 'Cuentas',
  count: (n: number) => (n === 1 ? '1 persona entra aquí' : `${number(n)} personas entran aquí`),
  invite: 'Invitar a una persona',
  role: 'Función',
  everyRole: 'Todas las funciones',
  roles,
  roleHints,
  name: 'Nombre',
  email: 'Correo electrónico',
  unit: 'Unidad',
  wholeSchool: 'Todo el centro',
  state: 'Estado',
  active: 'Activa',
  disabled: 'Desactivada',
  invited: 'Aún sin contraseña',
  you: 'Usted',
  lastSignIn: 'Última entrada',
  never: 'Nunca',
  signsInBy: 'Entra con',
  byPassword: 'Contraseña',
  bySecondFactor: 'Contraseña y código',
  bySchool: 'Cuenta del centro',
  byNothing: 'nada todavía',
  since: 'Desde',
  empty: 'Ninguna cuenta tiene esta función.',
  emptyText: 'Invite a una persona, o elija arriba otra función.',
  back: 'Todas las cuentas',
  inviteTitle: 'Invitar a una persona',
  inviteDone: (name: string) => `${name} tiene una invitación`,
  inviteText: (until: string) =>
    `Dé este enlace a la persona. Funciona una vez, hasta ${until}, y le permite elegir una contraseña.`,
  inviteLink: 'Enlace de invitación',
  makeInvite: 'Crear la invitación',
  details: 'Datos',
  save: 'Guardar los cambios',
  saved: 'Guardado.',
  endsSessions:
    'Al cambiar la función, la unidad o la dirección se cierran todas las sesiones de la persona.',
  endsYours: 'Es su propia cuenta: al cambiar la función o la dirección se cierra su sesión.',
  signingIn: 'Inicio de sesión',
  noPassword:
    'La persona aún no tiene contraseña. Cree otra invitación si la primera se perdió: sustituye a la anterior.',
  newInvite: 'Crear otra invitación',
  forgotten:
    '¿La persona olvidó la contraseña? Cree un enlace para elegir otra. La actual funciona hasta que se use el enlace.',
  makeReset: 'Crear un enlace para otra contraseña',
  resetLink: 'Enlace para otra contraseña',
  resetText: (until: string) => `Dé este enlace a la persona. Funciona una vez, hasta ${until}.`,
  resetMailed: (until: string) =>
    `El enlace también se envió por correo a la persona. Funciona una vez, hasta ${until}.`,
  lostPhone:
    '¿La persona perdió el teléfono con los códigos? Quite el segundo factor: después bastará la contraseña.',
  removeFactor: 'Quitar el segundo factor',
  removeFactorTitle: (name: string) => `¿Quitar el segundo factor de ${name}?`,
  removeFactorText:
    'Se cierran todas las sesiones de la persona y se le avisa por correo, si el servidor lo envía. Asegúrese de que es ella quien lo pide.',
  factorRemoved: 'Se quitó el segundo factor.',
  ownAccount: 'Su propia contraseña y su segundo factor están en la página',
  yourAccount: 'Su cuenta',
  leaving: 'Cuando la persona se va',
  leavingText:
    'Una cuenta desactivada ya no entra y conserva su nombre en la auditoría. Una eliminada desaparece.',
  disable: 'Desactivar la cuenta',
  disableTitle: (name: string) => `¿Desactivar la cuenta de ${name}?`,
  disableText: 'Se cierran al momento todas las sesiones de la persona. Podrá activar la cuenta de nuevo.',
  disabledNow: (name: string) => `La cuenta de ${name} está desactivada.`,
  enable: 'Activar la cuenta',
  enabledNow: (name: string) => `${name} puede entrar de nuevo.`,
  delete: 'Eliminar la cuenta',
  deleteTitle: (name: string) => `¿Eliminar la cuenta de ${name}?`,
  deleteText: 'Se cierran al momento todas las sesiones de la persona. No se puede deshacer.',
  deleted: (name: string) => `Se eliminó la cuenta de ${name}.`,
};
