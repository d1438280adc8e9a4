import { number } from '../../app/words/numbers.ts';
import type { words as english } from './words.en.ts';

const named = (name: string | null): string => (name === null ? 'una política' : `la política «${name}»`);
const because = (reason: string | null): string => (reason === null ? '' : `: «${reason}»`);

export const words: typeof english = {
  title: 'Solicitudes',
  heading: (n: number) => {
    if (n === 0) return 'Nadie espera';
    return n === 1 ? '1 estudiante espera respuesta' : `${number(n)} estudiantes esperan respuesta`;
  },
  waiting: 'En espera',
  decided: 'Decididas',
  noOneWaits: 'Nadie espera.',
  nothingDecided: 'Aún no se ha decidido nada.',
  emptyText:
    'Los estudiantes piden en la página de bloqueo de su portátil. Sus solicitudes quedan aquí hasta que alguien responde.',
  backToList: 'Todas las solicitudes',
  somebody: 'Alguien',
  somebodyOn: (laptop: string) => `Alguien en ${laptop}`,
  othersAsk: (n: number) => (n === 1 ? '1 más lo pide' : `${number(n)} más lo piden`),
  noCategory: 'Sin categoría',
  allowed: 'Permitida',
  refused: 'Denegada',
  expired: 'Sin respuesta',
  asksFor: (who: string, host: string) => `${who} pide ${host}`,
  asked: 'Pedido',
  askedTimes: (n: number) => `${number(n)} veces, la última a las`,
  noNote: 'El estudiante no escribió nada.',
  person: 'Persona',
  nobodyKnown: 'Nadie conocido',
  laptop: 'Portátil',
  unit: 'Unidad',
  address: 'Dirección',
  whyBlocked: 'Por qué se bloqueó',
  laptopGone: 'El portátil ya no está inscrito: no se puede saber cómo decidió.',
  studentReads: (reason: string) => `El estudiante lee: «${reason}»`,
  howDecided: 'Cómo se decidió',
  decidedStep: 'Decidió',
  explainLink: 'Explicar esto',
  ladder: 'Pasos de la decisión',
  wouldBlockToo: 'También lo bloquearía.',
  wouldAllowToo: 'También lo permitiría.',
  wouldBlock: 'Lo bloquearía.',
  wouldAllow: 'Lo permitiría.',
  decide: 'Decidir',
  cannotAllow: 'No se puede permitir',
  alwaysBlocked: (policy: string | null, reason: string | null) =>
    `Una regla fija de ${named(policy)} lo bloquea siempre${because(reason)}. Solo un cambio de esa regla lo abre.`,
  alsoRefused: 'Otros sitios rechazados alrededor',
  alsoRefusedText: 'Una página puede necesitar más que su propio sitio. Lo que elija se permite con él.',
  allOfThem: (n: number) => `Los ${number(n)}`,
  refusedHost: (category: string | null, n: number) =>
    `${category ?? 'Sin categoría'}, rechazado ${n === 1 ? 'una vez' : `${number(n)} veces`}`,
  allowHourFor: (who: string) => `Permitir 1 h a ${who}`,
  choose: 'Elegir para quién y cuánto tiempo',
  refuseOpen: 'Denegar con palabras',
  forWhom: 'Para quién',
  onlyStudent: (who: string) => `${who}, en todos los portátiles`,
  studentUnknown: 'El estudiante: no se conoce a nadie de la lista',
  onlyLaptop: (laptop: string) => `El portátil ${laptop}, lo use quien lo use`,
  wholeClass: (lesson: string | null) =>
    lesson === null ? 'El grupo de la clase en curso' : `El grupo de la clase «${lesson}»`,
  noClass: 'El grupo: el portátil no está en ninguna clase ahora',
  wholeUnit: (unit: string) => `Todos en ${unit}`,
  wholeSchool: 'Todo el centro',
  howLong: 'Cuánto tiempo',
  oneHour: '1 hora',
  untilLessonEnds: (clock: string) => `Hasta que acabe la clase a las ${clock}`,
  noLesson: 'La clase: no se conoce ninguna',
  today: 'El resto de hoy',
  wordsToStudent: 'Palabras para el estudiante',
  wordsOptional: 'Opcional. El estudiante las lee en el portátil.',
  allowSite: (host: string) => `Permitir ${host}`,
  refuseWords: 'El estudiante las lee en el portátil.',
  wordsNeeded: 'Escriba por qué, en pocas palabras.',
  refuseOthers: (n: number) =>
    n === 1
      ? 'Denegar también la otra solicitud de este sitio'
      : `Denegar también las otras ${number(n)} solicitudes de este sitio`,
  refuse: 'Denegar la solicitud',
  toldAllowed: (host: string, until: string, others: number) =>
    `${host} está permitido hasta: ${until}.${others === 0 ? '' : ` También responde a ${others === 1 ? 'otra solicitud' : `otras ${number(others)} solicitudes`}.`}`,
  toldRefused: (host: string, others: number) =>
    `${host} está denegado.${others === 0 ? '' : ` También ${others === 1 ? 'otra solicitud' : `otras ${number(others)} solicitudes`}.`}`,
  outcome: 'Resultado',
  allowedUntil: (whom: string, until: string) => `Permitido para ${whom} hasta: ${until}.`,
  allowedToo: (hosts: string) => `Permitido con él: ${hosts}`,
  laptopHasIt: (laptop: string) => `${laptop} lo tiene`,
  letThroughAt: (clock: string) => `Dejó pasar el sitio a las ${clock}.`,
  laptopIsTold: (laptop: string) =>
    `${laptop} está en línea y se le está informando. Aún no ha dejado pasar el sitio.`,
  laptopHearsLater: (laptop: string) => `${laptop} lo sabrá en su próximo contacto.`,
  theClass: 'el grupo',
  theSchool: 'todo el centro',
  endPermission: 'Terminar el permiso',
  permissionEnded: (at: string) => `El permiso se terminó: ${at}.`,
  permissionOver: (at: string) => `El permiso venció: ${at}.`,
  ranOut: (at: string) => `Nadie respondió a tiempo. Terminó por sí sola: ${at}.`,
  allowedBy: (who: string, at: string) => `Permitida por ${who}, ${at}.`,
  refusedBy: (who: string, at: string) => `Denegada por ${who}, ${at}.`,
  toldWords: (text: string) => `Al estudiante se le dijo: «${text}»`,
  actors: {
    you: 'usted',
    colleague: 'alguien del personal',
    apiKey: 'una clave de API',
    commandLine: 'una orden en el servidor',
    server: 'el servidor',
  },
};
