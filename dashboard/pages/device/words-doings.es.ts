import { duration } from '../../app/time/tell.ts';
import type { doings as english } from './words-doings.en.ts';

export const doings: typeof english = {
  lock: {
    open: 'Bloquear pantalla',
    unlock: 'Desbloquear pantalla',
    title: (name: string) => `Bloquear la pantalla de ${name}`,
    act: 'Bloquear pantalla',
    offline: (name: string) =>
      `${name} está sin conexión. Se bloqueará al recuperar la conexión, en un plazo de siete días.`,
    message: 'Mensaje',
    messageHint: 'El estudiante lo lee en la pantalla bloqueada.',
    until: 'Hasta',
    untilHint: 'Se cuenta desde que se bloquea.',
    untilUnlocked: 'Hasta que alguien la desbloquee',
    forMinutes: (minutes: number) => `Durante ${duration(minutes * 60)}`,
    ownLength: 'Durante otros minutos',
    minutes: 'Minutos',
    minutesWrong: 'Un número entero de 1 a 10 080 (siete días).',
    withPin: 'Se desbloquea con un PIN',
    withPinHint: 'Quien tenga el PIN desbloquea el portátil en su teclado, también sin red.',
    pin: 'PIN',
    pinHint: 'De cuatro a ocho cifras. Se muestra una vez más después de bloquear, y nunca más.',
    pinWrong: 'De cuatro a ocho cifras.',
    newPin: 'Nuevo PIN',
    picture: 'Lo que ve el estudiante',
  },
  ask: {
    title: (what: string, name: string) => `${what}: ${name}`,
    offline: (name: string) =>
      `${name} está sin conexión. Lo hará al recuperar la conexión, si es antes de que caduque la petición.`,
    text: {
      restart: (name: string) => `${name} se reinicia enseguida. El trabajo sin guardar se pierde.`,
      shutdown: (name: string) => `${name} se apaga enseguida. El trabajo sin guardar se pierde.`,
      sign_out: (name: string) =>
        `Se cierra la sesión de quien use ${name}. El trabajo sin guardar se pierde.`,
      locate: (name: string) =>
        `${name} dice por sus redes si está en el centro. Queda registrado quién mira la respuesta.`,
      self_test: (name: string) => `${name} prueba si su filtro funciona. Quien lo usa no lo nota.`,
      sync_policy: (name: string) => `${name} comprueba su política y la aplica de nuevo.`,
      collect_diagnostics: (name: string) =>
        `${name} comunica versiones, estados y fallos de su agente. Ningún nombre ni dirección visitada.`,
    },
    act: {
      restart: 'Reiniciar portátil',
      shutdown: 'Apagar portátil',
      sign_out: 'Cerrar la sesión',
      locate: 'Localizar portátil',
      self_test: 'Hacer autocomprobación',
      sync_policy: 'Sincronizar política',
      collect_diagnostics: 'Recoger diagnóstico',
    },
  },
  message: { title: (name: string) => `Mensaje a ${name}`, text: 'Mensaje', act: 'Enviar mensaje' },
  openUrl: {
    title: (name: string) => `Abrir una dirección en ${name}`,
    address: 'Dirección',
    hint: 'Se abre en el navegador del estudiante. Valen las políticas del portátil.',
    wrong: 'Una dirección como https://example.com',
    act: 'Abrir dirección',
  },
  edit: {
    open: 'Editar datos',
    title: (name: string) => `Editar ${name}`,
    name: 'Nombre',
    unit: 'Unidad',
    assetTag: 'Etiqueta de inventario',
    tags: 'Etiquetas',
    tagsHint: 'Separadas por comas.',
    saved: (name: string) => `${name} se guardó.`,
  },
  remove: {
    open: 'Quitar del centro',
    title: (name: string) => `Quitar ${name}`,
    how: 'Cómo',
    ways: {
      unenroll: 'Pedir al portátil que lo devuelva todo',
      code: 'Mostrar el código de retirada',
      delete: 'Solo cortar el acceso',
    },
    waysHint: {
      unenroll: (name: string) =>
        `${name} quita el bloqueo y el filtro, olvida el centro y sale de la lista; también días después, al recuperar la conexión.`,
      code: (name: string) =>
        `Con él, alguien quita Schoolgate en ${name} sin el servidor. Queda registrado quién lo mira.`,
      delete: (name: string) =>
        `Para un portátil perdido o instalado de nuevo: ${name} sale de la lista enseguida.`,
    },
    goesOn: (name: string) =>
      `No se avisa a ${name}: sigue filtrando según su última política, y su código de retirada ya no se muestra.`,
    code: 'Código de retirada',
    actUnenroll: 'Quitar portátil',
    actCode: 'Mostrar código',
    actDelete: 'Cortar acceso',
  },
};
