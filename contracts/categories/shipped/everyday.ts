import type { ShippedCategory } from './shipped-category.ts';

/** Categories that are neither harmful nor leisure. */
export const EVERYDAY: readonly ShippedCategory[] = [
  {
    id: 'education',
    name: 'Education',
    description: 'Courses, learning platforms and sites that schools teach with.',
    domains: `khanacademy.org coursera.org edx.org classroom.google.com classdojo.com kahoot.com kahoot.it quizlet.com quizizz.com blooket.com
      geogebra.org desmos.com wolframalpha.com scratch.mit.edu code.org duolingo.com ixl.com brainpop.com education.com commonlit.org
      readworks.org newsela.com nearpod.com edpuzzle.com seesaw.com canvaslms.com instructure.com moodle.org blackboard.com schoology.com
      edmodo.com phet.colorado.edu ted.com ed.ted.com gutenberg.org mit.edu stanford.edu harvard.edu ox.ac.uk cam.ac.uk
      twinkl.com liveworksheets.com padlet.com socrative.com flip.com typing.com typingclub.com`,
  },
  {
    id: 'reference',
    name: 'Reference',
    description: 'Encyclopedias, dictionaries, maps and libraries.',
    domains: `wikipedia.org wikimedia.org wiktionary.org wikidata.org wikibooks.org britannica.com dictionary.com merriam-webster.com
      thesaurus.com rae.es larousse.fr duden.de wordreference.com linguee.com deepl.com archive.org stackoverflow.com stackexchange.com
      developer.mozilla.org w3schools.com openstreetmap.org nationalgeographic.com nasa.gov si.edu worldbank.org who.int un.org`,
  },
  {
    id: 'search',
    name: 'Search engines',
    description: 'Search engines for the web.',
    domains: `www.google.com www.google.co.uk www.google.de www.google.es www.google.fr bing.com duckduckgo.com ecosia.org qwant.com startpage.com www.yahoo.com
      search.yahoo.com yandex.com baidu.com kiddle.co`,
  },
  {
    id: 'productivity',
    name: 'Office and collaboration',
    description: 'Documents, calendars and tools for working together.',
    domains: `docs.google.com drive.google.com sheets.google.com slides.google.com office.com office365.com onedrive.live.com sharepoint.com
      teams.microsoft.com notion.so trello.com asana.com evernote.com canva.com prezi.com miro.com dropbox.com box.com zoom.us
      meet.google.com github.com gitlab.com overleaf.com`,
  },
  {
    id: 'mail',
    name: 'Web mail',
    description: 'Mail in the browser.',
    domains: `mail.google.com gmail.com outlook.com outlook.live.com outlook.office.com hotmail.com mail.yahoo.com proton.me protonmail.com
      gmx.net web.de tuta.com zoho.com mail.com aol.com`,
  },
  {
    id: 'news',
    name: 'News',
    description: 'Newspapers, broadcasters and other news.',
    domains: `bbc.com bbc.co.uk cnn.com nytimes.com theguardian.com washingtonpost.com reuters.com apnews.com elpais.com elmundo.es
      lemonde.fr lefigaro.fr spiegel.de zeit.de faz.net corriere.it repubblica.it foxnews.com nbcnews.com usatoday.com
      aljazeera.com dw.com euronews.com npr.org politico.com economist.com ft.com bloomberg.com wsj.com independent.co.uk
      dailymail.co.uk 20minutos.es lavanguardia.com`,
  },
  {
    id: 'ads',
    name: 'Advertising and tracking',
    description: 'Advertisements, and what follows people from one site to the next.',
    domains: `doubleclick.net googlesyndication.com googleadservices.com google-analytics.com googletagmanager.com adnxs.com criteo.com
      taboola.com outbrain.com amazon-adsystem.com scorecardresearch.com quantserve.com adsrvr.org rubiconproject.com pubmatic.com
      openx.net moatads.com hotjar.com mixpanel.com segment.io chartbeat.com ads-twitter.com ads.linkedin.com analytics.tiktok.com
      popads.net propellerads.com adform.net smartadserver.com branch.io appsflyer.com adjust.com ads.google.com adservice.google.com
      googletagservices.com 2mdn.net bluekai.com krxd.net demdex.net omtrdc.net everesttech.net casalemedia.com indexww.com lijit.com
      sovrn.com bidswitch.net media.net yieldmo.com teads.tv triplelift.com sharethrough.com spotxchange.com contextweb.com adroll.com
      mathtag.com turn.com rlcdn.com agkn.com exelator.com bounceexchange.com fullstory.com mouseflow.com crazyegg.com amplitude.com
      heap.io newrelic.com nr-data.net bugsnag.com clarity.ms bat.bing.com yandexmetrica.com mc.yandex.ru histats.com statcounter.com
      popcash.net exoclick.com juicyads.com trafficjunky.net adsterra.com mgid.com revcontent.com zedo.com undertone.com`,
  },
  {
    id: 'ai',
    name: 'Artificial intelligence assistants',
    description: 'Assistants that write, draw or answer by artificial intelligence.',
    domains: `chatgpt.com chat.openai.com openai.com claude.ai gemini.google.com copilot.microsoft.com perplexity.ai character.ai poe.com
      you.com jasper.ai midjourney.com stability.ai huggingface.co deepseek.com grok.com mistral.ai quillbot.com photomath.com
      brainly.com socratic.org`,
  },
  {
    id: 'cheating',
    name: 'Homework answers',
    description: 'Ready-made answers to homework, and essays for sale.',
    domains:
      'chegg.com coursehero.com studocu.com bartleby.com slader.com essayshark.com papersowl.com numerade.com edubirdie.com',
  },
  {
    id: 'finance',
    name: 'Banking and finance',
    description: 'Banks, payments and insurance.',
    domains: `paypal.com chase.com bankofamerica.com wellsfargo.com hsbc.com barclays.co.uk santander.com bbva.es caixabank.es ing.com
      revolut.com wise.com n26.com visa.com mastercard.com`,
  },
  {
    id: 'crypto',
    name: 'Cryptocurrency',
    description: 'Cryptocurrency: exchanges, wallets and news of it.',
    domains: `coinbase.com binance.com kraken.com crypto.com blockchain.com bitcoin.org ethereum.org coinmarketcap.com coingecko.com opensea.io
      metamask.io nicehash.com coinhive.com bybit.com okx.com kucoin.com bitfinex.com bitstamp.net gemini.com gate.io huobi.com htx.com
      mexc.com bitget.com bitmex.com uniswap.org pancakeswap.finance trezor.io ledger.com exodus.com trustwallet.com electrum.org
      etherscan.io solana.com ripple.com cardano.org dogecoin.com litecoin.org getmonero.org cointelegraph.com coindesk.com
      minergate.com nanopool.org ethermine.org f2pool.com crypto-loot.com coinimp.com`,
  },
  {
    id: 'travel',
    name: 'Travel',
    description: 'Journeys, hotels and tickets.',
    domains: `booking.com airbnb.com expedia.com tripadvisor.com skyscanner.net kayak.com ryanair.com easyjet.com iberia.com renfe.com
      uber.com trainline.com hotels.com`,
  },
  {
    id: 'health',
    name: 'Health',
    description: 'Health and medicine. Crisis help is open whatever a rule says.',
    domains:
      'nhs.uk mayoclinic.org webmd.com healthline.com cdc.gov nih.gov medlineplus.gov kidshealth.org clevelandclinic.org',
  },
  {
    id: 'government',
    name: 'Government',
    description: 'Authorities and public services.',
    domains:
      'gov.uk usa.gov europa.eu whitehouse.gov service.gov.uk boe.es bund.de service-public.fr irs.gov',
  },
];
