import { number } from '../../app/words/numbers.ts';
import type { words as english } from './words.en.ts';

export const words: typeof english = {
  title: 'Resumen',
  allWell: 'Nada necesita atención.',
  laptopsNeedALook: (n, total) =>
    n === 1
      ? `1 de ${number(total)} portátiles necesita atención.`
      : `${number(n)} de ${number(total)} portátiles necesitan atención.`,
  thingsNeedALook: (n) =>
    n === 1 ? '1 asunto necesita atención.' : `${number(n)} asuntos necesitan atención.`,
  needsALook: 'Necesita atención',
  showAll: (n) => `Mostrar los ${number(n)}`,
  longest: 'el más antiguo:',
  attention: {
    safety_alert: (n) =>
      n === 1
        ? '1 alerta abierta trata de la seguridad de una persona.'
        : `${number(n)} alertas abiertas tratan de la seguridad de personas.`,
    disk_full: () => 'El disco del servidor está casi lleno: ya no guarda lo que informan los portátiles.',
    unprotected_devices: (n) =>
      n === 1
        ? '1 portátil está en línea y sin protección.'
        : `${number(n)} portátiles están en línea y sin protección.`,
    access_requests: (n) =>
      n === 1
        ? '1 petición de acceso espera desde hace más de 10 minutos.'
        : `${number(n)} peticiones de acceso esperan desde hace más de 10 minutos.`,
    enrollment_requests: (n) =>
      n === 1
        ? '1 portátil pide inscribirse de nuevo.'
        : `${number(n)} portátiles piden inscribirse de nuevo.`,
    devices_behind: (n) =>
      n === 1
        ? '1 portátil en línea está atrasado desde hace más de 10 minutos.'
        : `${number(n)} portátiles en línea están atrasados desde hace más de 10 minutos.`,
    locks_unconfirmed: (n) =>
      n === 1
        ? '1 portátil en línea no ha confirmado su bloqueo en más de 5 minutos.'
        : `${number(n)} portátiles en línea no han confirmado su bloqueo en más de 5 minutos.`,
    held_category_lists: (n) =>
      n === 1
        ? 'La actualización de 1 lista de categorías está retenida.'
        : `Las actualizaciones de ${number(n)} listas de categorías están retenidas.`,
    failing_webhook: () => 'Un webhook falla.',
    failing_alert_mail: (n) =>
      n === 1
        ? 'El correo sobre alertas no llega a 1 dirección.'
        : `El correo sobre alertas no llega a ${number(n)} direcciones.`,
    expiring_api_key: () => 'Una clave de API termina en menos de 14 días.',
    old_backup: () => 'La última copia de seguridad tiene más de una semana.',
  },
  somethingElse: (kind, n) => `${kind}: ${number(n)}`,

  connection: 'Conexión',
  protection: 'Protección',
  online: 'en línea',
  offline: 'sin conexión',
  lockedNow: 'con la pantalla bloqueada',
  lockAsked: 'con bloqueo o desbloqueo pedido',
  enforcing: 'aplican las reglas',
  behind: 'atrasados',
  unprotected: 'sin protección',
  noReport: 'sin informe',
  others: 'otros',
  whenLastHeard: 'De los portátiles sin conexión se muestra lo que dijeron en el último aviso.',
  adoption: (enforcing, total, version) => `${number(enforcing)} de ${number(total)} aplican la v${version}`,
  adoptionNot: (n) => `${number(n)} no:`,
  adoptionAll: (total, version) =>
    total === 1
      ? `El único portátil aplica la v${version}.`
      : `Los ${number(total)} portátiles aplican la v${version}.`,
  why: {
    unprotected: (n) => `${number(n)} sin protección`,
    unknown: (n) => `${number(n)} sin informe`,
    staleOnline: (n) => `${number(n)} atrasados`,
    staleOffline: (n) => `${number(n)} atrasados en el último aviso`,
    olderOnline: (n, version) => `${number(n)} que aplican una versión anterior a la v${version}`,
    olderOffline: (n, version) => `${number(n)} sin conexión desde antes de la v${version}`,
    notTold: (n) => `${number(n)} en estados poco frecuentes`,
  },

  hours: 'Peticiones de las últimas 24 horas',
  hoursLabel: (requests, blocked) =>
    `Peticiones por hora: ${number(requests)} en total, ${number(blocked)} bloqueadas`,
  hoursTold: (requests, blocked) => `${number(requests)} peticiones, ${number(blocked)} bloqueadas.`,
  noRequests: 'Ningún portátil ha informado de peticiones en las últimas 24 horas.',
  alerts: 'Alertas abiertas',
  noAlerts: 'No hay alertas abiertas.',
  moreAlerts: (n) => `Hay ${number(n)} más abiertas.`,
  alertTypes: {
    game_detected: 'Juego',
    repeated_violations: 'Muchas páginas bloqueadas',
    self_harm_search: 'Búsqueda sobre autolesiones',
    violence_search: 'Búsqueda sobre violencia',
    bypass_attempt: 'Intento de eludir el filtro',
    access_request: 'Petición de acceso',
    geofence_breach: 'Un portátil salió del campus',
    unprotected_device: 'Portátil sin protección',
    low_battery: 'Batería baja',
    category_update_held: 'Lista de categorías retenida',
    alert_flood: 'Demasiadas alertas de un portátil',
    disk_reserve: 'Disco casi lleno',
    device_reenrollment: 'Portátil inscrito de nuevo',
  },
  times: (n) => `× ${number(n)}`,
  requests: 'Peticiones por decidir',
  noRequestsWait: 'Nadie espera.',
  allRequests: (n) => `Ver las ${number(n)}`,
  requestOf: (user, host) => `${user} pide ${host}`,
  somebody: 'Alguien',
  report: 'Esta semana',
  reportRequests: 'Peticiones',
  reportBlocked: 'Bloqueadas',
  reportAlerts: 'Alertas',
  reportUnprotected: 'Portátiles sin protección',

  changes: 'Qué ha cambiado',
  noChanges: 'Nadie ha cambiado nada todavía.',
  wholeLog: 'Todo el registro de auditoría',
  rollOut: (version) => `Despliegue de la v${version}`,
  rollOutAll: 'La tiene todo el centro.',
  rollOutOf: (enforcing, total) => `${number(enforcing)} de ${number(total)} portátiles la han confirmado.`,
  rollOutVersion: (version) => `v${version}`,
  rollOutNone: 'sin versión informada',
  rollOutOlder: 'versiones anteriores',

  emptyHeading: 'Aún no hay portátiles.',
  emptyText: 'Tres pasos, y esta página mostrará su centro tal como está en cada momento.',
  stepSettings: 'Revise los ajustes del centro',
  stepSettingsText: 'Su nombre, zona horaria, horario y festivos, y quién más puede entrar.',
  stepSettingsAct: 'Abrir la configuración',
  stepEnroll: 'Inscriba el primer portátil',
  stepEnrollText: 'Ejecute esto en el primero, como administrador. La orden sirve una vez, durante un día.',
  stepEnrollAct: 'Crear la orden',
  stepMore: 'Inscriba los demás',
  stepMoreText: 'Un código para toda una unidad, con una imagen que se escanea.',
  stepMoreAct: 'Inscribir portátiles',
  command: 'Orden para el primer portátil',
  commandWaits: 'Se muestra una vez. Esta página cambia sola cuando el portátil llega.',
  tokenName: 'Primer portátil',
  enroll: 'Inscribir portátiles',
  askSomebody: 'Pida a un propietario o administrador de este Schoolgate que inscriba el primer portátil.',
};
