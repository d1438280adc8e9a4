import { number } from '../../app/words/numbers.ts';
import type { words as english } from './words.en.ts';

export const words: typeof english = {
  email: 'Correo electrónico',
  newPassword: 'Contraseña nueva',
  rule: 'Al menos doce caracteres, cuatro de ellos distintos. Varias palabras sin relación son una buena elección.',
  signIn: 'Iniciar sesión',
  forgotTitle: '¿Olvidó su contraseña?',
  forgotText:
    'Indique el correo electrónico de su cuenta. Si tiene contraseña, se enviará allí un enlace para elegir otra.',
  sendLink: 'Enviar el enlace',
  sentTitle: 'Mire su correo',
  sent: (email: string, minutes: number) =>
    `Si alguien con contraseña tiene la dirección ${email}, el enlace está en camino. Funciona una vez, durante ${number(minutes)} minutos.`,
  noMail:
    '¿No llegó ningún correo? Puede que el servidor del centro no envíe correo. Entonces un administrador crea el enlace en la página Cuentas. ¿Administra usted el servidor? Ejecute esto en él, en su carpeta:',
  linkCommand: 'Orden que crea un enlace de acceso',
  resetTitle: 'Elija una contraseña nueva',
  resetText:
    'Se cierran todas las sesiones abiertas de su cuenta. El segundo factor se mantiene: al entrar se pedirá su código como antes.',
  setPassword: 'Guardar la contraseña',
  resetDone: 'Su contraseña ha cambiado. Ya puede entrar con ella.',
  resetAgain: 'Enviar otro enlace',
  inviteTitle: 'Le damos la bienvenida a Schoolgate',
  inviteText: 'Elija la contraseña con la que iniciará sesión. Esta invitación funciona una vez.',
  inviteDone: 'Guardar la contraseña y entrar',
  inviteOver: 'Pida una invitación nueva a quien le invitó.',
};
