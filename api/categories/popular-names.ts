/**
 * Well-known names that no single list may put into a category: sites that schools and homes rely on, and hosts from which a great part of
 * the web is loaded. They were written by hand for this project; no list was copied. White space divides them. A name that is missing here
 * is protected only by the comparison with the previous list (clean-name.ts), so add it.
 */
const SITES = `
  google.com google.co.uk google.de google.fr google.es google.it google.ca google.com.br google.com.mx google.co.in google.co.jp google.com.au google.nl google.pl
  google.pt google.ie google.ch google.at google.be google.se google.no google.dk google.fi google.cz googleapis.com gstatic.com googleusercontent.com
  withgoogle.com google.dev goo.gl blogger.com blogspot.com chrome.com chromium.org android.com firebaseio.com appspot.com web.app youtube.com youtu.be ytimg.com
  googlevideo.com ggpht.com gmail.com recaptcha.net
  microsoft.com microsoftonline.com live.com office.com office.net office365.com outlook.com hotmail.com msn.com bing.com windows.com windows.net windowsupdate.com
  sharepoint.com skype.com onedrive.com msftconnecttest.com msftncsi.com msauth.net msftauth.net azure.com azure.net azurewebsites.net visualstudio.com
  linkedin.com github.com githubusercontent.com githubassets.com github.io githubapp.com npmjs.com npmjs.org nuget.org minecraft.net mojang.com xbox.com
  apple.com icloud.com icloud-content.com mzstatic.com cdn-apple.com aaplimg.com itunes.com me.com
  amazon.com amazon.co.uk amazon.de amazon.es amazon.fr amazon.it amazonaws.com awsstatic.com media-amazon.com primevideo.com
  facebook.com facebook.net fbcdn.net instagram.com whatsapp.com whatsapp.net messenger.com meta.com threads.net twitter.com x.com twimg.com t.co
  wikipedia.org wikimedia.org wiktionary.org wikidata.org wikibooks.org wikisource.org wikiversity.org archive.org mozilla.org mozilla.net mozilla.com firefox.com
  yahoo.com duckduckgo.com ecosia.org qwant.com startpage.com baidu.com yandex.com yandex.ru naver.com
  cloudflare.com cloudflare.net cloudflaressl.com jsdelivr.net unpkg.com cdnjs.com bootstrapcdn.com jquery.com fontawesome.com typekit.net
  adobe.com adobe.io adobelogin.com canva.com figma.com dropbox.com dropboxusercontent.com box.com wetransfer.com notion.so trello.com slack.com zoom.us
  webex.com gotomeeting.com teamviewer.com anydesk.com logitech.com hp.com dell.com lenovo.com asus.com acer.com samsung.com intel.com amd.com nvidia.com
  ubuntu.com canonical.com debian.org fedoraproject.org redhat.com archlinux.org kernel.org gnu.org python.org nodejs.org rust-lang.org golang.org php.net
  oracle.com java.com mysql.com postgresql.org sqlite.org docker.com docker.io kubernetes.io gitlab.com bitbucket.org sourceforge.net stackoverflow.com
  stackexchange.com w3.org w3schools.com ietf.org rfc-editor.org iana.org icann.org letsencrypt.org digicert.com sectigo.com globalsign.com verisign.com
  netflix.com nflxvideo.net disneyplus.com hulu.com spotify.com scdn.co soundcloud.com vimeo.com vimeocdn.com dailymotion.com twitch.tv
  reddit.com redd.it redditmedia.com pinterest.com tumblr.com quora.com medium.com substack.com wordpress.com wordpress.org wp.com gravatar.com
  wix.com wixsite.com weebly.com squarespace.com shopify.com tiktok.com snapchat.com discord.com discordapp.com telegram.org t.me signal.org
  paypal.com stripe.com visa.com mastercard.com ebay.com etsy.com walmart.com target.com ikea.com aliexpress.com alibaba.com
  bbc.co.uk bbc.com cnn.com nytimes.com theguardian.com washingtonpost.com reuters.com apnews.com npr.org pbs.org pbskids.org elpais.com elmundo.es lemonde.fr
  spiegel.de zeit.de tagesschau.de corriere.it repubblica.it dw.com aljazeera.com economist.com ft.com bloomberg.com wsj.com forbes.com time.com
  nationalgeographic.com smithsonianmag.com sciencedaily.com nature.com science.org scientificamerican.com sciencemag.org sciencedirect.com springer.com
  jstor.org arxiv.org researchgate.net academia.edu doi.org orcid.org plos.org ncbi.nlm.nih.gov pubmed.gov
  who.int un.org unicef.org unesco.org europa.eu gov.uk usa.gov whitehouse.gov nasa.gov noaa.gov usgs.gov cdc.gov nih.gov ed.gov loc.gov si.edu
  service.gov.uk parliament.uk bund.de gouv.fr gob.es boe.es gov.ie canada.ca gc.ca gov.au redcross.org icrc.org msf.org amnesty.org
  imdb.com rottentomatoes.com goodreads.com weather.com accuweather.com timeanddate.com openstreetmap.org maps.me waze.com uber.com booking.com airbnb.com
  tripadvisor.com expedia.com ryanair.com nytimes.com bit.ly tinyurl.com ow.ly tempuri.org example.com example.org example.net
`;

/** Places where students learn, in any language and of any size. */
const EDUCATION = `
  khanacademy.org kastatic.org coursera.org edx.org udemy.com futurelearn.com classroom.google.com classdojo.com kahoot.com kahoot.it quizlet.com quizizz.com
  blooket.com gimkit.com geogebra.org desmos.com wolframalpha.com wolfram.com scratch.mit.edu mit.edu code.org codecademy.com freecodecamp.org duolingo.com ixl.com
  brainpop.com education.com commonlit.org readworks.org newsela.com nearpod.com edpuzzle.com seesaw.me seesaw.com canvaslms.com instructure.com
  instructuremedia.com moodle.org moodlecloud.com blackboard.com schoology.com powerschool.com infinitecampus.com infinitecampus.org clever.com
  classlink.com renaissance.com renlearn.com mheducation.com pearson.com pearsoned.com savvas.com hmhco.com cengage.com scholastic.com
  collegeboard.org act.org ets.org cambridge.org cambridgeenglish.org oup.com oxfordlearnersdictionaries.com bbcbitesize.com
  edmodo.com phet.colorado.edu colorado.edu ted.com gutenberg.org stanford.edu harvard.edu yale.edu princeton.edu berkeley.edu columbia.edu cornell.edu
  ox.ac.uk cam.ac.uk imperial.ac.uk ucl.ac.uk open.ac.uk ethz.ch tum.de sorbonne-universite.fr uned.es ub.edu ucm.es
  twinkl.com twinkl.co.uk liveworksheets.com padlet.com socrative.com flip.com typing.com typingclub.com prodigygame.com ttrockstars.com timestables.com
  mathletics.com mathway.com symbolab.com brilliant.org deltamath.com mathsisfun.com purplemash.com educationcity.com teacherspayteachers.com tes.com
  starfall.com abcya.com funbrain.com coolmath4kids.com mathplayground.com sumdog.com raz-kids.com learninga-z.com razplus.com getepic.com epic.com
  storyjumper.com storybird.com bookcreator.com tynker.com microbit.org makecode.com arduino.cc raspberrypi.org raspberrypi.com
  turnitin.com grammarly.com citethisforme.com easybib.com britannica.com dictionary.com merriam-webster.com thesaurus.com wordreference.com linguee.com
  deepl.com rae.es larousse.fr duden.de noodletools.com worldbookonline.com encyclopedia.com infoplease.com ducksters.com kiddle.co dkfindout.com
  tinkercad.com sketchup.com autodesk.com soundtrap.com musescore.com noteflight.com chess.com lichess.org
`;

/** Edges of content networks. Names below them belong to the customers of the network. */
const EDGES = `
  akamai.net akamaiedge.net akamaihd.net akamaized.net akadns.net edgesuite.net edgekey.net akam.net cloudfront.net azureedge.net azurefd.net
  trafficmanager.net fastly.net fastlylb.net edgecastcdn.net llnwd.net footprint.net cdn77.org cdn77.com stackpathdns.com b-cdn.net cachefly.net
  incapdns.net impervadns.net sucuri.net herokuapp.com herokudns.com netlify.app netlify.com vercel.app vercel-dns.com pages.dev workers.dev
  fly.dev onrender.com elb.amazonaws.com s3.amazonaws.com compute.amazonaws.com digitaloceanspaces.com ondigitalocean.app
  googlehosted.com l.google.com cloudapp.net cloudapp.azure.com azure-api.net core.windows.net hwcdn.net myshopify.com wpengine.com kinsta.cloud
`;

const split = (names: string): readonly string[] =>
  names.split(/\s+/).filter((name) => /^[a-z0-9.-]+$/.test(name));

/** Sites and places to learn. A list that changes the verdict of many of them is suspicious. */
export const POPULAR_NAMES: readonly string[] = [...new Set([...split(SITES), ...split(EDUCATION)])];
/** Hosts that many customers share. */
export const NEUTRAL_EDGES: readonly string[] = [...new Set(split(EDGES))];
