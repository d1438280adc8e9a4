import type { ActivityLevel } from '../contracts/policy/settings.ts';
import type { InEveryLanguage } from './language.ts';

/** A page that says one thing. */
export interface Notice {
  readonly title: string;
  readonly text: string;
}

/** Why there is no way to a site, for a reason that is not policy. */
export type ObstacleName = 'unresolved' | 'closed' | 'doh' | 'silent' | 'failed' | 'bypass';
/** What came of a request for access. */
export type AskedName = 'form_too_old' | 'open_now' | 'too_many' | 'asked' | 'asked_again';
/** What the filter does. */
export type ModeName = 'off' | 'enforce' | 'portal' | 'locked';

/** All that the filter's own pages say: why something is blocked, how to ask, what the filter does and records. */
export interface FilterPageWords {
  readonly yourSchool: string;
  readonly help: {
    readonly name: string;
    readonly question: string;
    readonly crisisOpen: string;
  };
  readonly footer: string;
  readonly statusLink: string;
  readonly blockedTitle: string;
  /** For programs: a line of plain text. */
  readonly blockedBy: (organisation: string | null, host: string) => string;
  readonly why: {
    readonly openTitle: string;
    readonly blockedTitle: string;
    readonly noAddress: string;
    /** `{example}` stands for an address. */
    readonly tryExample: string;
    readonly policy: string;
    readonly version: (version: number) => string;
    readonly rule: string;
    readonly category: string;
    readonly time: string;
    readonly chain: string;
    readonly decided: string;
  };
  readonly signedIn: string;
  readonly nobodyKnown: string;
  readonly noSuchPage: Notice;
  readonly obstacles: Readonly<Record<ObstacleName, Notice>>;
  readonly ask: {
    readonly title: string;
    readonly note: string;
    readonly whoReads: string;
    readonly button: string;
  };
  readonly asked: Readonly<Record<AskedName, Notice>>;
  /** What the school answered. */
  readonly answers: Readonly<Record<'title' | 'listTitle' | 'allowed' | 'refused', string>>;
  readonly status: {
    readonly title: string;
    readonly modes: Readonly<Record<ModeName, string>>;
    readonly since: string;
    readonly policies: string;
    readonly noPolicies: string;
    readonly safeSearch: string;
    readonly on: string;
    readonly off: string;
    readonly notRestricted: string;
    readonly restricted: Readonly<Record<'moderate' | 'strict', string>>;
    readonly software: string;
    readonly recordedTitle: string;
    readonly nothingRecorded: string;
    readonly keeps: (what: string) => string;
    readonly inSchoolHours: string;
    readonly outsideSchoolHours: string;
    readonly keepsThen: (what: string) => string;
    readonly levels: Readonly<Record<ActivityLevel, string>>;
    readonly neverRecorded: string;
    readonly askTitle: string;
    readonly askLabel: string;
    readonly explain: string;
  };
}

const ASKED =
  'It reaches the school as soon as this laptop is on line. When somebody opens the page, load it again.';
const SPANISH_ASKED =
  'Llegará al centro en cuanto este portátil tenga conexión. Cuando alguien abra la página, vuelva a cargarla.';

export const FILTER_PAGE_WORDS: InEveryLanguage<FilterPageWords> = {
  en: {
    yourSchool: 'Your school',
    help: {
      name: 'Help',
      question: 'Do you need help, or someone to talk to?',
      crisisOpen: 'Websites of crisis help are open on this laptop, and visits there are never recorded.',
    },
    footer: 'Schoolgate, the web filter on this laptop',
    statusLink: 'What the filter does and records',
    blockedTitle: 'This page is blocked',
    blockedBy: (organisation, host) => `Blocked by ${organisation ?? 'your school'}: ${host}.`,
    why: {
      openTitle: 'This address is open',
      blockedTitle: 'This address is blocked',
      noAddress: 'This is no address',
      tryExample: 'Try {example}.',
      policy: 'Policy',
      version: (version) => `version ${version}`,
      rule: 'Rule',
      category: 'Category',
      time: 'Time',
      chain: 'How this was decided',
      decided: 'This decided.',
    },
    signedIn: 'Signed in',
    nobodyKnown: 'nobody known',
    noSuchPage: { title: 'There is no such page', text: 'The filter’s pages are “status” and “why”.' },
    obstacles: {
      unresolved: {
        title: 'This site was not found',
        text: 'There is no site of this name, or the network cannot find it now.',
      },
      closed: {
        title: 'This site cannot be opened',
        text: 'Its name leads to an address inside of a private network.',
      },
      doh: {
        title: 'This site cannot be opened',
        text: 'Its address belongs to a service that leads round the filter.',
      },
      silent: {
        title: 'This site does not answer',
        text: 'It may be busy or gone. Please try again later.',
      },
      failed: {
        title: 'This site does not answer',
        text: 'The connection to it failed. Please try again later.',
      },
      bypass: {
        title: 'This cannot be opened',
        text: 'Addresses without a name, and this computer itself, are not opened through the filter.',
      },
    },
    ask: {
      title: 'Ask for access',
      note: 'What do you need it for?',
      whoReads: 'Your school gets this address, your account and what you write here.',
      button: 'Ask your school',
    },
    asked: {
      form_too_old: {
        title: 'This form is too old',
        text: 'Please open the page again, and ask from there.',
      },
      open_now: { title: 'This page is open now', text: 'Please load it again.' },
      too_many: {
        title: 'Too many requests',
        text: 'Your school has your earlier ones. Please wait some minutes.',
      },
      asked: { title: 'Your request is on its way', text: `Your school has been asked. ${ASKED}` },
      asked_again: {
        title: 'Your request is on its way',
        text: `Your school has your request already. ${ASKED}`,
      },
    },
    answers: {
      title: 'Your school has answered',
      listTitle: 'What you asked for',
      allowed: 'It was opened for a time.',
      refused: 'It stays blocked.',
    },
    status: {
      title: 'The filter on this laptop',
      modes: {
        off: 'The filter is off: all pages are open, and nothing is recorded.',
        enforce: 'The filter is on.',
        portal:
          'The filter lets this laptop sign in to the network. It is back in a few minutes at the most.',
        locked: 'This laptop is locked by your school.',
      },
      since: 'Since',
      policies: 'Policies',
      noPolicies: 'none received yet',
      safeSearch: 'SafeSearch',
      on: 'on',
      off: 'off',
      notRestricted: 'not restricted',
      restricted: { moderate: 'restricted (moderate)', strict: 'restricted (strict)' },
      software: 'Software',
      recordedTitle: 'What is recorded about you',
      nothingRecorded: 'Nothing, while the filter is off.',
      keeps: (what) => `Your school keeps ${what}`,
      inSchoolHours: 'In school hours',
      outsideSchoolHours: 'Outside of school hours',
      keepsThen: (what) => `your school keeps ${what}`,
      levels: {
        counters:
          'only totals, such as how many pages of a category were opened. No addresses, no names of sites.',
        blocked: 'the names of sites that were blocked, and when. Nothing of what is open.',
        domain:
          'the names of the sites that are opened or blocked, when and for how long. Not which page, not what is on it.',
        url: 'the names of the sites that are opened or blocked, when and for how long, and the whole address of pages without encryption (http).',
      },
      neverRecorded:
        'Visits to crisis help are never recorded. What you write, read or watch is never looked into: the filter does not open encrypted connections.',
      askTitle: 'Ask about an address',
      askLabel: 'Why is it open or blocked?',
      explain: 'Explain',
    },
  },
  es: {
    yourSchool: 'Su centro',
    help: {
      name: 'Ayuda',
      question: '¿Necesita ayuda, o hablar con alguien?',
      crisisOpen:
        'Los sitios de ayuda en crisis están abiertos en este portátil y las visitas nunca se registran.',
    },
    footer: 'Schoolgate, el filtro web de este portátil',
    statusLink: 'Qué hace y qué registra el filtro',
    blockedTitle: 'Esta página está bloqueada',
    blockedBy: (organisation, host) => `${host}: sitio bloqueado por ${organisation ?? 'su centro'}.`,
    why: {
      openTitle: 'Esta dirección está abierta',
      blockedTitle: 'Esta dirección está bloqueada',
      noAddress: 'Esto no es una dirección',
      tryExample: 'Pruebe con {example}.',
      policy: 'Política',
      version: (version) => `versión ${version}`,
      rule: 'Regla',
      category: 'Categoría',
      time: 'Hora',
      chain: 'Cómo se decidió',
      decided: 'Esto lo decidió.',
    },
    signedIn: 'Sesión de',
    nobodyKnown: 'nadie conocido',
    noSuchPage: { title: 'Esta página no existe', text: 'Las páginas del filtro son «status» y «why».' },
    obstacles: {
      unresolved: {
        title: 'No se encontró este sitio',
        text: 'No hay ningún sitio con este nombre, o la red no lo encuentra ahora.',
      },
      closed: {
        title: 'Este sitio no se puede abrir',
        text: 'Su nombre lleva a una dirección dentro de una red privada.',
      },
      doh: {
        title: 'Este sitio no se puede abrir',
        text: 'Su dirección pertenece a un servicio que permite evitar el filtro.',
      },
      silent: {
        title: 'Este sitio no responde',
        text: 'Puede estar ocupado o haber desaparecido. Inténtelo más tarde.',
      },
      failed: {
        title: 'Este sitio no responde',
        text: 'La conexión ha fallado. Inténtelo más tarde.',
      },
      bypass: {
        title: 'Esto no se puede abrir',
        text: 'Las direcciones sin nombre, y este mismo equipo, no se abren a través del filtro.',
      },
    },
    ask: {
      title: 'Pedir acceso',
      note: '¿Para qué lo necesita?',
      whoReads: 'Su centro recibe esta dirección, su cuenta y lo que escriba aquí.',
      button: 'Pedirlo al centro',
    },
    asked: {
      form_too_old: {
        title: 'Este formulario es demasiado antiguo',
        text: 'Vuelva a abrir la página y pida el acceso desde allí.',
      },
      open_now: { title: 'Esta página ya está abierta', text: 'Vuelva a cargarla.' },
      too_many: {
        title: 'Demasiadas solicitudes',
        text: 'Su centro tiene las anteriores. Espere unos minutos.',
      },
      asked: { title: 'Su solicitud está en camino', text: `Se ha preguntado a su centro. ${SPANISH_ASKED}` },
      asked_again: {
        title: 'Su solicitud está en camino',
        text: `Su centro ya tiene su solicitud. ${SPANISH_ASKED}`,
      },
    },
    answers: {
      title: 'Su centro ha respondido',
      listTitle: 'Lo que ha pedido',
      allowed: 'Se abrió durante un tiempo.',
      refused: 'Sigue bloqueado.',
    },
    status: {
      title: 'El filtro de este portátil',
      modes: {
        off: 'El filtro está desactivado: todas las páginas están abiertas y no se registra nada.',
        enforce: 'El filtro está activado.',
        portal:
          'El filtro permite que este portátil inicie sesión en la red. Volverá en unos minutos como máximo.',
        locked: 'Su centro ha bloqueado la pantalla de este portátil.',
      },
      since: 'Desde',
      policies: 'Políticas',
      noPolicies: 'aún no se ha recibido ninguna',
      safeSearch: 'SafeSearch',
      on: 'activado',
      off: 'desactivado',
      notRestricted: 'sin restricción',
      restricted: { moderate: 'restringido (moderado)', strict: 'restringido (estricto)' },
      software: 'Programa',
      recordedTitle: 'Qué se registra sobre usted',
      nothingRecorded: 'Nada, mientras el filtro esté desactivado.',
      keeps: (what) => `Su centro guarda ${what}`,
      inSchoolHours: 'En horario escolar',
      outsideSchoolHours: 'Fuera del horario escolar',
      keepsThen: (what) => `su centro guarda ${what}`,
      levels: {
        counters:
          'solo totales, como cuántas páginas de una categoría se abrieron. Ni direcciones ni nombres de sitios.',
        blocked: 'los nombres de los sitios bloqueados y cuándo. Nada de lo que está abierto.',
        domain:
          'los nombres de los sitios que se abren o se bloquean, cuándo y cuánto tiempo. No qué página, ni qué hay en ella.',
        url: 'los nombres de los sitios que se abren o se bloquean, cuándo y cuánto tiempo, y la dirección completa de las páginas sin cifrado (http).',
      },
      neverRecorded:
        'Las visitas a sitios de ayuda en crisis nunca se registran. Lo que escribe, lee o ve nunca se examina: el filtro no abre conexiones cifradas.',
      askTitle: 'Preguntar por una dirección',
      askLabel: '¿Por qué está abierta o bloqueada?',
      explain: 'Explicar',
    },
  },
};
