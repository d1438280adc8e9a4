import { number } from '../../app/words/numbers.ts';
import type { words as english } from './words.en.ts';

const laptops = (count: number): string => (count === 1 ? '1 portátil' : `${number(count)} portátiles`);

export const words: typeof english = {
  title: 'Inscribir portátiles',
  form: {
    title: 'Crear un código de inscripción',
    name: 'Nombre',
    nameHint: 'Para distinguirlo de otros en esta lista y en la auditoría.',
    nameFor: (day: string) => `Portátiles del ${day}`,
    unit: 'Unidad',
    uses: 'Para cuántos portátiles',
    usesHint: 'Déjelo vacío para cualquier número.',
    expires: 'Sirve durante',
    days(days: string) {
      if (days === 'never') return 'Siempre, hasta que se anule';
      return days === '1' ? '1 día' : `${days} días`;
    },
    act: 'Crear código',
  },
  made: {
    title: 'Ejecute esto en cada portátil',
    text: (unit: string, uses: number | null) =>
      uses === null
        ? `Para cualquier número de portátiles. Unidad: ${unit}.`
        : `Para ${laptops(uses)}. Unidad: ${unit}.`,
    system: 'Sistema',
    command: (system: string) => `Orden para ${system}`,
    qr: 'La orden como código QR',
    qrHint: 'Para un teléfono que lleve la orden al portátil. Quien la tenga puede inscribir un portátil.',
  },
  systems: {
    debian: 'Debian, Ubuntu',
    fedora: 'Fedora, RHEL',
    windows: 'Windows (setup.exe)',
    msi: 'Windows (.msi)',
    file: 'Linux, con un archivo',
    agent: 'El agente ya está instalado',
  },
  systemsHint: {
    debian: 'En la carpeta del paquete. Instala el agente e inscribe el portátil.',
    fedora: 'En la carpeta del paquete. Instala el agente e inscribe el portátil.',
    windows:
      'Como administrador, con la versión de su instalador. Sin opciones, setup.exe pregunta la dirección y el código.',
    msi: 'Como administrador o con directivas de grupo, con la versión de su instalador.',
    file: 'Ponga estas dos líneas en /etc/schoolgate-agent/enroll.conf (propietario root, modo 0600), antes o después del paquete. El portátil borra el archivo cuando queda inscrito.',
    agent: 'Donde el agente está instalado y el portátil aún no es de ningún centro.',
  },
  arrived: {
    title: 'Quién ha llegado',
    none: 'Aún no hay portátiles. Ejecute la orden en el primero.',
    here: (name: string, at: string) => `${name} ya está aquí, ${at}`,
  },
  tokens: {
    title: 'Códigos de inscripción',
    name: 'Nombre',
    unit: 'Unidad',
    left: 'Usos restantes',
    expires: 'Caduca',
    never: 'Nunca',
    actions: 'Acciones',
    none: 'Aún no hay ningún código.',
    reEnroll: 'Reinscribe',
    expired: 'Caducado',
    usedSoFar: (uses: number) => `Cualquier número, ${number(uses)} usados`,
    usedUp: (all: number) => `Usados los ${number(all)}`,
    leftOf: (left: number, all: number) => `${number(left)} de ${number(all)}`,
    end: 'Anular',
    endOne: (name: string) => `Anular el código ${name}`,
    endTitle: (name: string) => `¿Anular el código ${name}?`,
    endText: 'Ningún otro portátil se inscribe con él. Los ya inscritos siguen inscritos.',
    endAct: 'Anular código',
  },
  requests: {
    title: (count: number) =>
      count === 1
        ? '1 equipo pide ser un portátil conocido'
        : `${number(count)} equipos piden ser portátiles conocidos`,
    text: 'Cada uno dice ser un portátil inscrito y no tiene su clave: se instaló de nuevo, o es otro. Compare el código con el de su pantalla antes de aprobar.',
    one: (computer: string, device: string) => `${computer} pide ser ${device}`,
    code: 'Código',
    computer: 'Equipo',
    device: 'Dice ser',
    unit: 'Unidad',
    address: 'Pregunta desde',
    since: 'Desde',
    expires: 'Caduca',
    approve: 'Aprobar equipo',
    refuse: 'Rechazar equipo',
  },
};
