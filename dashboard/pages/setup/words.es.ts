import { number } from '../../app/words/numbers.ts';
import { words as secondFactor } from '../account/second-factor/words.es.ts';
import type { words as english } from './words.en.ts';

const listStates: Readonly<Record<string, string>> = {
  new: 'Espera a ser leída',
  current: 'En uso',
  failed: 'No se pudo leer',
  held: 'Retenida: revísela primero',
};

export const words: typeof english = {
  title: 'Prepare su centro',
  secondFactor,
  stepsLabel: 'Pasos de la preparación',
  steps: {
    owner: 'Su cuenta',
    school: 'Su centro',
    lists: 'Listas de sitios',
    policy: 'Primera política',
    laptop: 'Primer portátil',
  },
  done: 'Hecho',
  notDone: 'Pendiente',
  back: 'Atrás',
  skip: 'Omitir por ahora',
  next: 'Siguiente',
  finish: 'Ir al resumen',

  ownerText: 'Ha entrado con un enlace que funciona una vez. Elija una contraseña para poder volver sin él.',
  ownerName: 'Su nombre',
  email: 'Correo electrónico',
  emailHint: 'Entrará con él. Ahí llega el enlace si olvida la contraseña.',
  password: 'Contraseña',
  passwordRule:
    'Al menos doce caracteres, cuatro de ellos distintos. Varias palabras sin relación son una buena elección.',
  saveOwner: 'Guardar y seguir dentro',
  ownerDone: (email: string) => `Usted entra con ${email} y su contraseña.`,
  ownerLinked: 'Usted entra con la cuenta del centro.',
  singleSignOn:
    'Su centro tiene su propio inicio de sesión: indique aquí el correo de su cuenta del centro, y el botón «Entrar con la cuenta del centro» llevará a esta cuenta.',
  noSingleSignOn:
    '¿Su centro tiene cuentas en Google, Microsoft u otro proveedor OpenID? Ese inicio de sesión se configura en los',
  settings: 'ajustes',
  offerFactor: 'Un segundo factor protege lo que un propietario puede hacer.',

  schoolName: 'Nombre del centro',
  schoolNameHint: 'Los estudiantes lo leen en la pantalla bloqueada y en la página de bloqueo.',
  timeZone: 'Zona horaria',
  timeZoneHint: 'El horario escolar y todas las horas de aquí se dicen en ella.',
  fromFile: 'Ahora lo dice el archivo de configuración. Lo que guarde aquí ocupará su lugar.',
  saveSchool: 'Guardar el centro',
  campus: 'Sede',
  campusText:
    'Por sus redes, el servidor sabe si un portátil está en el centro. Algunas reglas valen solo allí. Puede omitirse.',
  campusKnown: (names: string) => `Conocidas: ${names}.`,
  campusName: 'Nombre de la sede',
  networks: 'Redes',
  networksFromAddress: (address: string) =>
    `Ha entrado desde ${address}. Si ahora está en el centro, esta es su red; cámbiela si sabe otra mejor.`,
  networksAsked:
    'No ha entrado desde una red del centro. Escriba sus redes, una por línea, como 10.20.0.0/16 o su dirección pública con /32.',
  addCampus: 'Añadir la sede',
  campusAdded: (name: string) => `Se añadió ${name}. Los portátiles lo reciben al momento.`,

  listsText:
    'Schoolgate trae los nombres de sitios muy conocidos. Las listas públicas conocen millones más. Su servidor las descarga de sus autores, con sus licencias, y las vuelve a leer cada noche.',
  recommended: 'Recomendada',
  listFacts: (publisher: string, names: number, megabytes: number) =>
    `${publisher} · ${number(names)} nombres · ${number(megabytes)} MB`,
  licence: (licence: string) => `Licencia: ${licence}`,
  otherLists: 'Más listas',
  added: 'Añadida',
  addLists: (n: number) => (n === 1 ? 'Añadir 1 lista' : `Añadir ${number(n)} listas`),
  addNone: 'Elija listas arriba',
  yourLists: 'Sus listas',
  listStates,
  reading: 'Leyéndose',
  readMegabytes: (megabytes: number) => `Leyéndose: ${number(megabytes)} MB hasta ahora`,
  listNames: (n: number) => `${number(n)} nombres`,
  readNow: 'Leer ahora las que esperan',
  readsNext: 'Se lee una lista cada vez. Lo que quede pendiente al dejar esta página se lee esta noche.',

  policyText:
    'Una política dice qué abren los portátiles, para quién y cuándo. Desde el principio, la política «Default» bloquea para todos los sitios dañinos y las formas de esquivar el filtro. Añada una de estas; después podrá cambiarlo todo.',
  template: 'Política',
  templates: {
    safe: {
      name: 'Seguridad en el centro',
      text: 'Lo que ningún portátil del centro abre a ninguna hora, se permita lo que se permita.',
      reason: 'Esto no es para los portátiles del centro.',
    },
    lessons: {
      name: 'Horario escolar: sin juegos ni redes sociales',
      text: 'En clase no hay juegos, redes sociales, vídeos, música ni compras. Después vuelven a abrirse.',
      reason: 'En clase, no. Se abre de nuevo después de las clases.',
    },
    youngest: {
      name: 'Los más pequeños: sin juegos ni chat',
      text: 'Juegos, redes sociales, chat, citas y vídeos quedan cerrados a toda hora.',
      reason: 'Los portátiles del centro no tienen aquí juegos ni chat.',
    },
  },
  blocks: (categories: string) => `Bloquea: ${categories}.`,
  forWhom: 'Para quién',
  lessonsFrom: 'Clases desde',
  lessonsTo: 'hasta',
  schoolHours: (hours: string) =>
    `Sigue el horario escolar de los ajustes (${hours}) y descansa en vacaciones.`,
  lessonsDays: 'De lunes a viernes. Descansa en vacaciones.',
  would: 'Lo que habría hecho en los últimos siete días',
  wouldNothingSeen: 'Ningún portátil ha informado aún. Valdrá desde el primer portátil.',
  wouldNotBlock: (evaluated: number) =>
    evaluated === 1
      ? 'De 1 visita no habría bloqueado ninguna más.'
      : `De ${number(evaluated)} visitas no habría bloqueado ninguna más.`,
  wouldBlock: (visits: number, people: number) =>
    `Habría bloqueado ${number(visits)} visitas más, de ${number(people)} personas. Las cifras se redondean hacia abajo para proteger a las personas.`,
  wouldBlockFew:
    'Habría bloqueado visitas de menos de cinco personas, o ninguna. Tan pocas no se dicen, para proteger a las personas.',
  makePolicy: 'Crear esta política',
  policyMade: (name: string) => `Se creó «${name}». Los portátiles la reciben ahora.`,
  havePolicies: (n: number) =>
    n === 1 ? 'Su centro ha creado 1 política.' : `Su centro ha creado ${number(n)} políticas.`,

  laptopText: 'Instale el agente en un primer portátil e inscríbalo con una orden que se crea aquí.',
  unit: 'Unidad',
  unitHint: 'Una ruta como /Secundaria/1A. Se crea si no existe; / es todo el centro.',
  makeCommand: 'Crear la orden',
  commandText: (uses: number) =>
    `Inscribe ${number(uses)} portátiles durante un día. Cópiela ahora: no se muestra otra vez, pero puede crear otra.`,
  system: 'Sistema del portátil',
  systems: {
    debian: 'Debian, Ubuntu',
    fedora: 'Fedora, RHEL',
    windows: 'Windows 11',
    installed: 'Ya tiene el agente',
  },
  systemHints: {
    debian: 'En un terminal, en la carpeta del paquete .deb.',
    fedora: 'En un terminal, en la carpeta del paquete .rpm.',
    windows: 'En PowerShell como administrador, en la carpeta del instalador.',
    installed:
      'En un terminal como administrador, donde el agente ya está instalado o se ejecuta desde sus fuentes.',
  },
  command: 'Orden de inscripción',
  waiting: 'Esperando el primer portátil. Aparecerá aquí solo.',
  arrived: (n: number) => (n === 1 ? 'Su primer portátil está aquí' : `${number(n)} portátiles están aquí`),
  arrivedText: 'Pruebe para qué sirve Schoolgate: bloquee su pantalla y véalo confirmado.',
  lockIt: (name: string) => `Bloquear la pantalla de ${name}`,
};
