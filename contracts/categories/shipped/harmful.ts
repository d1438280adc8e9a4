import type { ShippedCategory } from './shipped-category.ts';

/** Categories that schools keep away from students. Only well-known names are here; the lists of the category index hold the rest. */
export const HARMFUL: readonly ShippedCategory[] = [
  {
    id: 'adult',
    name: 'Adult content',
    description: 'Pornography and other content for adults.',
    domains: `pornhub.com xvideos.com xnxx.com xhamster.com redtube.com youporn.com tube8.com spankbang.com chaturbate.com onlyfans.com
      brazzers.com stripchat.com livejasmin.com bongacams.com cam4.com rule34.xxx e-hentai.org nhentai.net hentaihaven.xxx playboy.com
      penthouse.com adultfriendfinder.com fansly.com eporner.com thumbzilla.com pornmd.com beeg.com drtuber.com hclips.com txxx.com
      tnaflix.com porntrex.com motherless.com xtube.com extremetube.com keezmovies.com porn.com sex.com hqporner.com daftsex.com fuq.com
      ixxx.com tubegalore.com nudevista.com porngo.com 4tube.com porntube.com pornone.com vporn.com sunporno.com alohatube.com 3movs.com
      porndig.com pornhd.com youjizz.com imagefap.com literotica.com hentai-foundry.com gelbooru.com danbooru.donmai.us hanime.tv
      fakku.net f95zone.to nutaku.net camsoda.com myfreecams.com flirt4free.com imlive.com streamate.com jasmin.com manyvids.com
      clips4sale.com realitykings.com bangbros.com naughtyamerica.com mofos.com digitalplayground.com evilangel.com hustler.com
      vivid.com ashleymadison.com fetlife.com xhamsterlive.com pornpics.com erome.com cam4.es xxx.com redgifs.com`,
  },
  {
    id: 'gambling',
    name: 'Gambling',
    description: 'Casinos, betting and lotteries.',
    domains: `bet365.com pokerstars.com 888.com 888casino.com williamhill.com betfair.com paddypower.com draftkings.com fanduel.com bwin.com
      unibet.com ladbrokes.com coral.co.uk betway.com stake.com partypoker.com betmgm.com codere.com bodog.eu bovada.lv leovegas.com
      skybet.com 1xbet.com roobet.com csgoempire.com betsson.com betvictor.com betfred.com boylesports.com 10bet.com 22bet.com
      melbet.com mostbet.com parimatch.com pinnacle.com betonline.ag mybookie.ag ignitioncasino.eu cafecasino.lv slots.lv bovada.com
      caesars.com borgataonline.com goldennuggetcasino.com betrivers.com pointsbet.com foxbet.com hardrock.bet mrgreen.com casumo.com
      rizk.com videoslots.com jackpotcity.com spinpalace.com royalpanda.com karamba.com 32red.com galacasino.com meccabingo.com
      tombola.co.uk foxybingo.com sportingbet.com interwetten.com tipico.com tipico.de betano.com sportium.es luckia.es winamax.fr
      winamax.es betclic.fr betclic.com fdj.fr pmu.fr partycasino.com ggpoker.com americascardroom.eu chumbacasino.com
      luckylandslots.com pulsz.com rollbit.com duelbits.com gamdom.com csgoroll.com bc.game oddschecker.com prizepicks.com
      underdogfantasy.com`,
  },
  {
    id: 'drugs',
    name: 'Drugs, alcohol and tobacco',
    description: 'Drugs, alcohol and tobacco: sale, use and praise of them.',
    domains: `leafly.com weedmaps.com hightimes.com marijuana.com erowid.org shroomery.org bluelight.org 420magazine.com royalqueenseeds.com
      sensiseeds.com vaporfi.com juul.com vuse.com elfbar.com heineken.com budweiser.com drizly.com absolut.com vapordna.com
      elementvape.com vapewild.com eightvape.com puffbar.com lostmary.com geekbar.com blu.com njoy.com smoktech.com vaporesso.com
      zyn.com swedishmatch.com marlboro.com camel.com newport-pleasure.com seedsman.com ilgm.com herbiesheadshop.com zamnesia.com
      dutch-passion.com cannabis.com norml.org weedseedshop.com grasscity.com dankvapes.com jackdaniels.com smirnoff.com bacardi.com
      jimbeam.com johnniewalker.com totalwine.com coronausa.com thewhiskyexchange.com masterofmalt.com reservebar.com`,
  },
  {
    id: 'weapons',
    name: 'Weapons',
    description: 'Sale and making of weapons.',
    domains: `gunbroker.com budsgunshop.com cabelas.com cheaperthandirt.com glock.com smith-wesson.com sigsauer.com ruger.com
      brownells.com midwayusa.com palmettostatearmory.com guns.com armslist.com beretta.com`,
  },
  {
    id: 'violence',
    name: 'Violence and gore',
    description: 'Violence and gore, shown for its own sake.',
    domains:
      'bestgore.fun goregrish.com kaotic.com theync.com crazyshit.com documentingreality.com seegore.com',
  },
  {
    id: 'hate',
    name: 'Hate and extremism',
    description: 'Hate and extremism against groups of people.',
    domains: 'stormfront.org dailystormer.name vdare.com amren.com kkk.bz resist.com counter-currents.com',
  },
  {
    id: 'self_harm',
    name: 'Self-harm',
    description:
      'Sites that lead to suicide, self-harm or eating disorders. Crisis help is open whatever a rule says.',
    domains: 'sanctioned-suicide.net sanctionedsuicide.com myproana.com prothinspo.com',
  },
  {
    id: 'malware',
    name: 'Malware',
    description: 'Hosts that spread or steer harmful programs.',
    // Names that their owners keep for testing filters. A real malware host lives for hours.
    domains: `malware.testcategory.com malware.wicar.org examplemalwaredomain.com examplebotnetdomain.com
      testsafebrowsing.appspot.com ianfette.org`,
  },
  {
    id: 'phishing',
    name: 'Phishing and fraud',
    description: 'Sites that pretend to be others to get passwords or money.',
    domains: 'phishing.testcategory.com internetbadguys.com',
  },
  {
    id: 'vpn_proxy',
    name: 'VPN and proxy',
    description: 'Ways around a filter: VPN, proxies and encrypted DNS of others.',
    domains: `nordvpn.com expressvpn.com protonvpn.com surfshark.com cyberghostvpn.com privateinternetaccess.com tunnelbear.com windscribe.com
      hide.me hidemyass.com ipvanish.com purevpn.com hotspotshield.com mullvad.net torguard.net vyprvpn.com zenmate.com hola.org
      psiphon.ca torproject.org ultrasurf.us croxyproxy.com kproxy.com proxysite.com hidester.com 4everproxy.com whoer.net
      vpnbook.com blockaway.net holyunblocker.org browsec.com urban-vpn.com getlantern.org freegate.net dns.google
      cloudflare-dns.com one.one.one.one dns.quad9.net doh.opendns.com dns.nextdns.io dns.adguard-dns.com mask.icloud.com
      mask-h2.icloud.com ivpn.net airvpn.org perfect-privacy.com azirevpn.com ovpn.com strongvpn.com fastestvpn.com privatevpn.com
      cactusvpn.com hidemy.name vpnunlimited.com keepsolid.com atlasvpn.com hola.com betternet.co turbovpn.com vpngate.net
      softether.org openvpn.net wireguard.com tailscale.com zerotier.com hamachi.cc ngrok.com ngrok.io psiphon3.com lantern.io
      i2p.net geti2p.net getoutline.org shadowsocks.org v2ray.com proxyium.com proxysite.site hide.mn anonymouse.org
      filterbypass.me unblockit.how zend2.com megaproxy.com proxfree.com newipnow.com unblocksite.com kproxy.site vpn.com
      setupvpn.com veepn.com 1clickvpn.com hoxx.com zenmate.de dotvpn.com touchvpn.net browsec.net opera-proxy.net
      titaniumnetwork.org ultraviolet.rip dns.google.com chrome.cloudflare-dns.com mozilla.cloudflare-dns.com
      security.cloudflare-dns.com family.cloudflare-dns.com 1dot1dot1dot1.cloudflare-dns.com dns10.quad9.net dns11.quad9.net
      dns9.quad9.net doh.familyshield.opendns.com dns.adguard.com unfiltered.adguard-dns.com family.adguard-dns.com
      doh.cleanbrowsing.org freedns.controld.com dns.controld.com doh.mullvad.net dns.mullvad.net doh.dns.sb dns.sb doh.pub
      dns.alidns.com doh.360.cn doh.libredns.gr dns.digitale-gesellschaft.ch dnsforge.de doh.ffmuc.net doh.applied-privacy.net
      dns.switch.ch odvr.nic.cz doh.li dns0.eu doh.xfinity.com dns.twnic.tw public.dns.iij.jp jp.tiar.app doh.tiar.app
      ordns.he.net surfshark.net nordvpn.net protonvpn.net cyberghost.com expressvpn.net expressvpn.org purevpn.net goosevpn.com
      safervpn.com seed4.me trust.zone vpn.ht vpn.ac vpnarea.com vpnsecure.me vpntunnel.com vpntunnel.se ibvpn.com ivacy.com
      zoogvpn.com speedify.com bullguardvpn.com avgsecurevpn.com hotvpn.com supervpn.im thundervpn.com vpnproxymaster.com
      vpn-proxy-master.com proxymaster.app ufovpn.io x-vpn.com xvpn.io xvpn.app lemonvpn.com snapvpn.com melonvpn.com vpnify.app
      planetvpn.com freeplanetvpn.com freevpnplanet.com tuxler.com tuxlervpn.com rusvpn.com vpnhub.com clearvpn.com unlocator.com
      smartdnsproxy.com getflix.com.au unblock-us.com overplay.net blackvpn.com boxpn.com anonine.com proxy.sh frootvpn.com
      slickvpn.com swissvpn.net anonvpn.io bolehvpn.net earthvpn.com flowvpn.com hideipvpn.com le-vpn.com limevpn.com
      liquidvpn.com my-private-network.co.uk namecheapvpn.com astrill.com astrill4u.com buffered.com vpnjantit.com vpnoneclick.com
      vpnreactor.com vpnshazam.com witopia.com worldvpn.net zenvpn.net mysteriumvpn.com mysterium.network orchid.com sentinel.co
      deeper.network outlinevpn.org getoutline.net amnezia.org amneziavpn.org nthlink.com ceno.app censorship.no tor2web.org
      onion.ws onion.ly onion.pet tor.eff.org torbrowser.com onionshare.org freenetproject.org hyphanet.org lokinet.org nymvpn.com
      nymtech.net obscura.net obscuravpn.io vp.net bitmask.net croxy.network croxyproxy.rocks croxyproxy.net croxyproxy.org
      croxy.org blockaway.org unblockvideos.com unblock-websites.com unblockedsites.net unblockmyweb.com unblocker.us
      unblockproxy.me plainproxies.com proxysite.cloud proxysite.one proxysite.pro proxyscrape.com proxynova.com
      free-proxy-list.net freeproxylists.net free-proxy.cz spys.one spys.me hidemyna.me hidemyname.org hidemyname.biz
      proxy-list.download geonode.com webshare.io brightdata.com oxylabs.io smartproxy.com soax.com iproyal.com proxyrack.com
      stormproxies.com microleaves.com luminati.io webproxy.to webproxy.net webproxy.best web-proxy.org weboproxy.com
      weboproxy.org webproxyfree.net myproxy.ca myiphide.com hidenseek.org hidebux.com hideoxy.com hide-my-ip.com hideip.me
      hidester.one freehideip.com easy-hide-ip.com anonymizer.com anonymox.net anonymous-proxy-servers.net anonymousproxies.com
      anon-proxy.net guardster.com the-cloak.com proxify.com proxify.biz vtunnel.com btunnel.com dtunnel.com ctunnel.com
      ninjacloak.com ninjaproxy.com ninjaweb.xyz newipnow.org zalmos.com zend2.net kproxyagent.com kproxyserver.site
      aniscartujo.com dontfilter.us filterbypass.net filterbypass.org filterbypass.com bypass.ninja bypasser.cc
      bypasscensorship.org sitenable.com sitenable.co sitenable.info siteget.net accessify.com 12345proxy.com 5proxy.com
      proxybrowser.org proxybrowsing.com proxybutler.co.uk proxyboost.net proxyweb.net proxyweb.com.es proxyfree.org
      proxypirate.net proxyclub.net proxyone.net proxyhub.me proxymus.de genmirror.com mirrorsite.net ultrasurf.com ultrareach.com
      wujie.net dongtaiwang.com freegate.org fire-phoenix.org lantern.dev getlantern.com psiphon.net psiphontoday.com psiphon3.net
      vidaproxy.com toolur.com duckweb.co duck-vpn.com eproxy.us english-proxy.com rexoss.com steganos.com stealthnet.de
      surfeasy.com surfagain.com sslsecureproxy.com sslunblock.com ssl-proxy.my-addr.org my-proxy.com nebula-proxy.com incog.dev
      incognito-proxy.com interstellarnetwork.org interstellar-proxy.com holyub.com holyubofficial.net holyunblocker.net
      titaniumnetwork.net rammerhead.org rammerhead.dev rammerhead.online emeraldproxy.com shuttleproxy.com womginx.arph.org
      metallic.win alloyproxy.com corrosionproxy.com utopiaproxy.com terbium.dev anura.pro mercurywork.shop astroid-proxy.com
      lunarproxy.me artclass.site rosin.dev tsunami-unblocker.com doge-unblocker.com dogeunblocker.com selenite.cc
      seleniteproxy.com gn-math.dev splash.best daydreamx.pro hypertabs.cc xenonproxy.com vyperproxy.com arcticproxy.com
      frogiesarcade.win rustdesk.com parsec.app dwservice.net getscreen.me remotepc.com chromeremotedesktop.com
      ultraviewer.net supremocontrol.com ammyy.com aeroadmin.com localtunnel.me loca.lt serveo.net pagekite.net pagekite.me
      playit.gg localxpose.io bore.pub telebit.io packetriot.com pinggy.io tunnelto.dev trycloudflare.com localhost.run inlets.dev
      netbird.io headscale.net twingate.com radmin-vpn.com logmein-hamachi.com hamachi.com`,
  },
];
