import { number } from '../../app/words/numbers.ts';
import type { words as english } from './words.en.ts';

const kinds: Readonly<Record<string, string>> = {
  student: 'Estudiante',
  device: 'Portátil',
  ou: 'Unidad',
  session: 'Clase',
};

export const words: typeof english = {
  title: 'Permisos',
  heading: (n: number) => {
    if (n === 0) return 'No hay ningún permiso en vigor';
    return n === 1 ? '1 permiso está en vigor' : `${number(n)} permisos están en vigor`;
  },
  make: 'Permitir un sitio por un tiempo',
  inForce: 'En vigor',
  past: 'Pasados',
  noneInForce: 'No hay ningún permiso en vigor.',
  noPast: 'Aún no ha terminado ningún permiso.',
  emptyText:
    'Un permiso abre un sitio para un estudiante, un portátil, una unidad o una clase, y termina por sí solo. Una regla fija sigue bloqueando.',
  site: 'Sitio',
  siteHelp: 'Un sitio o una dirección. También se abren todos los nombres bajo el sitio.',
  forWhom: 'Para',
  ends: 'Termina',
  ended: 'Terminó',
  endedEarly: (planned: string) => `terminado antes; previsto hasta ${planned}`,
  madeBy: 'Creado por',
  reason: 'Motivo',
  reasonHelp: 'Opcional. Lo leen aquí sus colegas.',
  noReason: '–',
  act: 'Terminar',
  endNow: 'Terminar ahora',
  endSite: (site: string) => `Terminar ahora el permiso de ${site}`,
  endTitle: '¿Terminar el permiso ahora?',
  endText: (site: string) =>
    `Las reglas del centro vuelven a decidir sobre ${site}. Los portátiles sin conexión lo sabrán en su próximo contacto.`,
  endAct: 'Terminar el permiso',
  kinds,
  wholeSchool: 'Todo el centro',
  studentEmail: 'Estudiante',
  nameOrEmail: 'Nombre o correo',
  laptopName: 'Portátil',
  unit: 'Unidad',
  lessonField: 'Clase',
  noLessons: 'No hay ninguna clase en curso ni prevista.',
  lesson: (name: string, from: string, to: string) => `${name}, ${from}–${to}`,
  noSuchDevice: (text: string) => `No hay ningún portátil «${text}».`,
  manyDevices: (text: string) => `Hay más de un portátil que coincide con «${text}». Elija uno.`,
  howLong: 'Cuánto tiempo',
  lengths: {
    '15': '15 minutos',
    '60': '1 hora',
    '180': '3 horas',
    today: 'El resto de hoy',
    '1440': '1 día',
    '10080': '1 semana',
  },
  allowSite: 'Permitir el sitio',
  made: (site: string, until: string) => `${site} está permitido hasta: ${until}.`,
  actors: {
    you: 'Usted',
    colleague: 'Alguien del personal',
    apiKey: 'Una clave de API',
    commandLine: 'Una orden en el servidor',
    server: 'El servidor',
  },
};
