import { number } from '../../app/words/numbers.ts';
import type { words as english } from './words.en.ts';

export const words: typeof english = {
  title: 'Registro de auditoría',
  intro: 'Quién cambió o consultó qué, lo más reciente primero. Nadie puede cambiar ni quitar una entrada.',
  at: 'Momento',
  who: 'Quién',
  what: 'Qué',
  about: 'Sobre',
  number: 'Número',
  actor: 'Quién',
  actorNote: 'Un nombre o un identificador; «cli» es una orden en el servidor, «system» es Schoolgate mismo.',
  action: 'Acción',
  anyAction: 'Cualquier acción',
  changesOf: (noun) => `Cada acción sobre ${noun}`,
  target: 'Sobre (identificador)',
  targetNote: 'Como dev_…, pol_… o acc_….',
  from: 'Desde',
  to: 'Hasta',
  zone: (zone) => `Horas de ${zone}.`,
  find: 'Filtrar el registro',
  noneFits: 'Ninguna entrada coincide.',
  noEntries: 'Aún no se ha anotado nada.',
  entries: (n) => (n === 1 ? '1 entrada' : `${number(n)} entradas`),

  chain: 'Cadena',
  chainWhole: (n, newest) =>
    `Las ${number(n)} entradas mostradas se siguen sin huecos hasta la número ${number(newest)}, cada una con su propia huella.`,
  chainBroken: (before, after) =>
    `Faltan entradas entre la número ${number(after)} y la número ${number(before)}. Compruebe el registro en el servidor.`,
  chainFiltered: 'Un filtro omite entradas; si se siguen unas a otras solo se ve sin filtro.',
  chainUnit: 'Usted ve solo las entradas de su unidad, por eso sus números tienen huecos.',
  chainVerify:
    'La huella de cada entrada incluye la de la anterior. Esta orden en el servidor las comprueba todas:',
  chainCommand: 'Orden que comprueba la cadena',

  entryTitle: (n) => `Entrada ${number(n)}`,
  changed: 'Qué cambió',
  nothingChanged: 'No cambió ningún valor.',
  looked: 'Qué se consultó',
  member: 'Campo',
  before: 'Antes',
  after: 'Después',
  absent: 'no estaba',
  request: 'Petición',
  address: 'Dirección',
  program: 'Programa',
  hash: 'Huella',
  onlyThis: 'Solo sobre esto',
  onlyActor: 'Solo de este autor',
  openIt: 'Abrirlo',
  unknownTarget: '–',
};
