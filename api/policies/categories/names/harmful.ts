import type { ShippedCategory } from '../shipped-category.ts';

/** What schools keep away from pupils. Well-known names only; the lists of the category index hold the rest. */
export const HARMFUL: readonly ShippedCategory[] = [
  {
    id: 'adult',
    name: 'Adult content',
    domains: `pornhub.com xvideos.com xnxx.com xhamster.com redtube.com youporn.com tube8.com spankbang.com chaturbate.com
      onlyfans.com brazzers.com stripchat.com livejasmin.com bongacams.com cam4.com rule34.xxx e-hentai.org nhentai.net hentaihaven.xxx
      playboy.com penthouse.com adultfriendfinder.com fansly.com eporner.com`,
  },
  {
    id: 'gambling',
    name: 'Gambling',
    domains: `bet365.com pokerstars.com 888.com 888casino.com williamhill.com betfair.com paddypower.com draftkings.com fanduel.com
      bwin.com unibet.com ladbrokes.com coral.co.uk betway.com stake.com partypoker.com betmgm.com codere.com bodog.eu bovada.lv
      leovegas.com skybet.com 1xbet.com roobet.com csgoempire.com`,
  },
  {
    id: 'drugs',
    name: 'Drugs, alcohol and tobacco',
    domains: `leafly.com weedmaps.com hightimes.com marijuana.com erowid.org shroomery.org bluelight.org 420magazine.com royalqueenseeds.com
      sensiseeds.com vaporfi.com juul.com vuse.com elfbar.com heineken.com budweiser.com drizly.com absolut.com`,
  },
  {
    id: 'weapons',
    name: 'Weapons',
    domains: `gunbroker.com budsgunshop.com cabelas.com cheaperthandirt.com glock.com smith-wesson.com sigsauer.com ruger.com
      brownells.com midwayusa.com palmettostatearmory.com guns.com armslist.com beretta.com`,
  },
  {
    id: 'violence',
    name: 'Violence and gore',
    domains:
      'bestgore.fun goregrish.com kaotic.com theync.com crazyshit.com documentingreality.com seegore.com',
  },
  {
    id: 'hate',
    name: 'Hate and extremism',
    domains: 'stormfront.org dailystormer.name vdare.com amren.com kkk.bz resist.com counter-currents.com',
  },
  {
    id: 'self_harm',
    name: 'Self-harm',
    domains: 'sanctioned-suicide.net sanctionedsuicide.com myproana.com prothinspo.com',
  },
  {
    id: 'malware',
    name: 'Malware',
    // Names that their owners keep for trying out filters: a real one lives for hours.
    domains: `malware.testcategory.com malware.wicar.org examplemalwaredomain.com examplebotnetdomain.com
      testsafebrowsing.appspot.com ianfette.org`,
  },
  {
    id: 'phishing',
    name: 'Phishing and fraud',
    domains: 'phishing.testcategory.com internetbadguys.com',
  },
  {
    id: 'vpn_proxy',
    name: 'VPN and proxy',
    domains: `nordvpn.com expressvpn.com protonvpn.com surfshark.com cyberghostvpn.com privateinternetaccess.com tunnelbear.com windscribe.com
      hide.me hidemyass.com ipvanish.com purevpn.com hotspotshield.com mullvad.net torguard.net vyprvpn.com zenmate.com hola.org
      psiphon.ca torproject.org ultrasurf.us croxyproxy.com kproxy.com proxysite.com hidester.com 4everproxy.com whoer.net vpnbook.com
      blockaway.net holyunblocker.org browsec.com urban-vpn.com getlantern.org freegate.net dns.google cloudflare-dns.com one.one.one.one
      dns.quad9.net doh.opendns.com dns.nextdns.io dns.adguard-dns.com mask.icloud.com mask-h2.icloud.com`,
  },
];
