import type { words as english } from './words.en.ts';

const refusals: Readonly<Record<string, string>> = {
  expired: 'El inicio de sesión duró más de diez minutos o empezó en otra ventana. Empiece de nuevo.',
  cancelled: 'El inicio de sesión se canceló en el proveedor. Empiece de nuevo cuando quiera entrar.',
  provider:
    'No se pudo contactar con el proveedor de acceso del centro, o su respuesta no era válida. Inténtelo otra vez; si continúa, consulte a la administración: el registro del servidor dice más.',
  domain: 'Esta cuenta no es del centro. Elija su cuenta del centro.',
  unverified: 'El proveedor no confirma la dirección de correo de esta cuenta. Consulte a la administración.',
  no_account: 'No hay ninguna cuenta del panel para usted. Pida a la administración que la cree.',
  other_identity:
    'Su dirección de correo pertenece a una cuenta que usa otra identidad. Consulte a la administración.',
  disabled: 'Su cuenta del panel está desactivada. Consulte a la administración.',
};

export const words: typeof english = {
  title: 'Iniciar sesión en Schoolgate',
  welcome: 'Le damos la bienvenida a Schoolgate',
  signIn: 'Iniciar sesión',
  linkText:
    'Este enlace inicia la sesión en este navegador durante doce horas, o hasta que pase dos sin usarla. Funciona una sola vez.',
  linkOver: 'Este enlace ya no funciona',
  linkOverText: 'Un enlace de acceso funciona una vez y durante un día. Cree uno nuevo como se indica abajo.',
  notSignedIn: 'No ha iniciado sesión',
  refusals,
  schoolAccount: 'Entrar con la cuenta del centro',
  orPassword: 'O con contraseña',
  email: 'Correo electrónico',
  password: 'Contraseña',
  code: 'Código',
  codeHint: 'Seis cifras de su programa de autenticación, o un código de recuperación.',
  forgot: '¿Olvidó su contraseña?',
  linkTitle: 'Entrar con un enlace',
  linkHow:
    'Para ver el centro por primera vez, abra el enlace de acceso que el servidor mostró al arrancar. Para obtener uno nuevo, ejecute esto en el servidor, en su carpeta:',
  linkCommand: 'Orden que crea un enlace de acceso',
  students:
    '¿Es estudiante, o docente sin cuenta? Aquí no hay nada que hacer. Pregunte a la administración de su centro.',
};
