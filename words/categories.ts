import type { Language } from '../contracts/languages.ts';
import type { InEveryLanguage } from './language.ts';

/** Names of the categories that Schoolgate ships or maps to, by their ids. */
const CATEGORIES: Readonly<Record<string, InEveryLanguage<string>>> = {
  ads: { en: 'Advertising', es: 'Publicidad' },
  adult: { en: 'Adult', es: 'Contenido para adultos' },
  ai: { en: 'Artificial intelligence', es: 'Inteligencia artificial' },
  chat: { en: 'Chat', es: 'Chat' },
  cheating: { en: 'Cheating', es: 'Trampas escolares' },
  crypto: { en: 'Crypto', es: 'Criptomonedas' },
  dating: { en: 'Dating', es: 'Citas' },
  doh: { en: 'Encrypted DNS', es: 'DNS cifrado' },
  drugs: { en: 'Drugs', es: 'Drogas' },
  education: { en: 'Education', es: 'Educación' },
  file_sharing: { en: 'File sharing', es: 'Intercambio de archivos' },
  finance: { en: 'Finance', es: 'Finanzas' },
  gambling: { en: 'Gambling', es: 'Apuestas' },
  games: { en: 'Games', es: 'Juegos' },
  government: { en: 'Government', es: 'Administración pública' },
  hate: { en: 'Hate', es: 'Odio' },
  health: { en: 'Health', es: 'Salud' },
  humour: { en: 'Humour', es: 'Humor' },
  mail: { en: 'Mail', es: 'Correo' },
  malware: { en: 'Malware', es: 'Programas maliciosos' },
  music: { en: 'Music', es: 'Música' },
  news: { en: 'News', es: 'Noticias' },
  phishing: { en: 'Phishing', es: 'Suplantación (phishing)' },
  productivity: { en: 'Productivity', es: 'Productividad' },
  reference: { en: 'Reference', es: 'Consulta' },
  search: { en: 'Search', es: 'Buscadores' },
  self_harm: { en: 'Self harm', es: 'Autolesiones' },
  shopping: { en: 'Shopping', es: 'Compras' },
  social: { en: 'Social media', es: 'Redes sociales' },
  sports: { en: 'Sports', es: 'Deportes' },
  travel: { en: 'Travel', es: 'Viajes' },
  video: { en: 'Video', es: 'Vídeo' },
  violence: { en: 'Violence', es: 'Violencia' },
  vpn_proxy: { en: 'VPN and proxy', es: 'VPN y proxy' },
  weapons: { en: 'Weapons', es: 'Armas' },
};

/** The names of all categories that have one, by their ids. */
export function categoryNames(language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(CATEGORIES).map(([id, names]) => [id, names[language]]));
}

/** What a category is called. One that the school made has its id as words: `board_games` → `Board games`. */
export function categoryName(category: string, language: Language): string {
  const names = Object.hasOwn(CATEGORIES, category) ? CATEGORIES[category] : undefined;
  if (names !== undefined) return names[language];
  const plain = category.replaceAll(/[_-]+/g, ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
