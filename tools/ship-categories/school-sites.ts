/**
 * Sites that a school must reach: encyclopedias, learning platforms, museums, universities, newspapers, health, help and government of five
 * countries (Great Britain, the United States, Spain, France, Germany) and of no particular country. They were written by hand for this
 * project from general knowledge. White space divides them. No shipped name may be one of them, or above or below one of them.
 */
const REFERENCE = `
  wikipedia.org wikimedia.org wikidata.org wiktionary.org wikibooks.org wikiversity.org wikivoyage.org wikisource.org wikiquote.org vikidia.org simple.wikipedia.org
  britannica.com encyclopedia.com infoplease.com worldbookonline.com kiddle.co ducksters.com dkfindout.com universalis.fr larousse.fr lerobert.com cnrtl.fr brockhaus.de
  duden.de dwds.de leo.org pons.com dict.cc rae.es enciclopedia.cat wordreference.com linguee.com deepl.com reverso.net merriam-webster.com dictionary.com thesaurus.com
  collinsdictionary.com dictionary.cambridge.org oxfordlearnersdictionaries.com oed.com etymonline.com vocabulary.com archive.org gutenberg.org openlibrary.org librivox.org
  worldcat.org europeana.eu gallica.bnf.fr bnf.fr bl.uk loc.gov bne.es dnb.de cervantesvirtual.com zeno.org projekt-gutenberg.org jstor.org arxiv.org doaj.org
  scholar.google.com pubmed.ncbi.nlm.nih.gov sciencedirect.com springer.com link.springer.com nature.com science.org plos.org persee.fr cairn.info dialnet.unirioja.es
  openstreetmap.org geoportail.gouv.fr ign.es timeanddate.com worldometers.info ourworldindata.org gapminder.org mathworld.wolfram.com wolframalpha.com oeis.org
`;
const LEARNING = `
  khanacademy.org scratch.mit.edu code.org studio.code.org codecademy.com freecodecamp.org w3schools.com developer.mozilla.org geogebra.org desmos.com phet.colorado.edu
  duolingo.com memrise.com busuu.com quizlet.com kahoot.com kahoot.it quizizz.com blooket.com gimkit.com socrative.com mentimeter.com padlet.com nearpod.com edpuzzle.com
  classroom.google.com classdojo.com seesaw.me canvaslms.com instructure.com moodle.org moodlecloud.com blackboard.com schoology.com powerschool.com clever.com
  classlink.com edmodo.com flip.com genially.com canva.com prezi.com ted.com ed.ted.com coursera.org edx.org futurelearn.com udacity.com openlearn.open.ac.uk
  ixl.com brainpop.com commonlit.org readworks.org newsela.com epic.com getepic.com raz-kids.com starfall.com abcya.com typing.com typingclub.com nitrotype.com
  prodigygame.com coolmath4kids.com mathplayground.com mathsisfun.com mathletics.com mathway.com symbolab.com deltamath.com illustrativemathematics.org nrich.maths.org
  bbcbitesize.com tes.com twinkl.co.uk senecalearning.com sparxmaths.com drfrostmaths.com hegartymaths.com ttrockstars.com sumdog.com purplemash.com thenational.academy
  oaknational.academy physicsandmathstutor.com savemyexams.com gcsepod.com educake.co.uk corbettmaths.com aqa.org.uk ocr.org.uk pearson.com edexcel.com wjec.co.uk
  sqa.org.uk ucas.com stem.org.uk literacytrust.org.uk collegeboard.org act.org ets.org apclassroom.collegeboard.org ck12.org openstax.org pbslearningmedia.org
  commonsense.org edutopia.org readingrockets.org zearn.org amplify.com teachingchannel.com mysteryscience.com generationgenius.com flocabulary.com learner.org
  procomun.intef.es intef.es educacionyfp.gob.es educa2.madrid.org educa.jcyl.es juntadeandalucia.es xtec.cat educa.aragon.es smartick.es snappet.org academons.com
  mundoprimaria.com cokitos.com arbolabc.com liveworksheets.com unprofesor.com educaixa.org santillana.com anayaeducacion.es edebe.com vicensvives.com blinklearning.com
  eduscol.education.fr lumni.fr cned.fr education.gouv.fr pix.fr pronote.net index-education.com ecoledirecte.com mon-ent-occitanie.fr lelivrescolaire.fr kartable.fr
  schoolmouv.fr maxicours.com mathenpoche.sesamath.net sesamath.net lalilo.com projet-voltaire.fr parcoursup.fr onisep.fr reseau-canope.fr fun-mooc.fr logicieleducatif.fr
  anton.app sofatutor.com simpleclub.com serlo.org bettermarks.com antolin.de mathegym.de planet-schule.de schulportal.hessen.de mebis.bycs.de lernsax.de itslearning.com
  iserv.de schulcloud.org dbildungscloud.de logineonrw-lms.de klett.de cornelsen.de westermann.de lehrer-online.de bildungsserver.de leifiphysik.de chemie.de
  schlaukopf.de blinde-kuh.de fragfinn.de klexikon.zum.de zum.de hamsterkiste.de wasistwas.de geolino.de tinkercad.com microbit.org makecode.com arduino.cc raspberrypi.org
  musescore.org chrome-music-lab.appspot.com instructables.com
`;
const MUSEUMS = `
  si.edu naturalhistory.si.edu airandspace.si.edu metmuseum.org moma.org getty.edu nga.gov amnh.org fieldmuseum.org exploratorium.edu artic.edu mfa.org guggenheim.org
  philamuseum.org ushmm.org nationalww2museum.org britishmuseum.org nhm.ac.uk sciencemuseum.org.uk vam.ac.uk tate.org.uk nationalgallery.org.uk iwm.org.uk npg.org.uk
  rmg.co.uk nationalarchives.gov.uk english-heritage.org.uk nationaltrust.org.uk museodelprado.es museoreinasofia.es museothyssen.org man.es mncn.csic.es guggenheim-bilbao.eus
  museupicassobcn.cat cac.es louvre.fr musee-orsay.fr centrepompidou.fr quaibranly.fr mnhn.fr cite-sciences.fr chateauversailles.fr musee-armee.fr museeduluxembourg.fr
  deutsches-museum.de smb.museum museumfuernaturkunde.berlin dhm.de pinakothek.de staedelmuseum.de gnm.de hdg.de jmberlin.de senckenberg.de rijksmuseum.nl annefrank.org
  vangoghmuseum.nl auschwitz.org uffizi.it khm.at artsandculture.google.com
`;
const UNIVERSITIES = `
  ox.ac.uk cam.ac.uk imperial.ac.uk ucl.ac.uk lse.ac.uk kcl.ac.uk ed.ac.uk manchester.ac.uk bristol.ac.uk warwick.ac.uk gla.ac.uk dur.ac.uk leeds.ac.uk open.ac.uk st-andrews.ac.uk
  essex.ac.uk sussex.ac.uk middlesex.ac.uk wessex.ac.uk mit.edu harvard.edu stanford.edu yale.edu princeton.edu columbia.edu berkeley.edu ucla.edu umich.edu cornell.edu upenn.edu
  caltech.edu uchicago.edu nyu.edu cmu.edu gatech.edu utexas.edu washington.edu wisc.edu illinois.edu purdue.edu ucm.es uam.es uc3m.es upm.es ub.edu uab.cat upc.edu upf.edu
  us.es ugr.es uv.es upv.es usal.es uned.es uoc.edu unizar.es ehu.eus usc.es sorbonne-universite.fr universite-paris-saclay.fr ens.psl.eu polytechnique.edu sciencespo.fr
  univ-lyon1.fr univ-amu.fr univ-toulouse.fr unistra.fr univ-lille.fr univ-rennes.fr u-bordeaux.fr univ-nantes.fr college-de-france.fr tum.de lmu.de hu-berlin.de fu-berlin.de
  tu-berlin.de uni-heidelberg.de rwth-aachen.de kit.edu uni-freiburg.de uni-goettingen.de uni-hamburg.de uni-koeln.de uni-bonn.de uni-muenster.de tu-dresden.de fernuni-hagen.de
  ethz.ch epfl.ch uva.nl kuleuven.be
`;
const NEWS = `
  bbc.co.uk bbc.com theguardian.com thetimes.co.uk telegraph.co.uk independent.co.uk ft.com economist.com channel4.com itv.com sky.com news.sky.com standard.co.uk scotsman.com
  firstnews.co.uk theweekjunior.co.uk theday.co.uk nytimes.com washingtonpost.com wsj.com usatoday.com latimes.com chicagotribune.com bostonglobe.com sfchronicle.com
  detroitnews.com npr.org pbs.org pbskids.org cnn.com nbcnews.com abcnews.go.com cbsnews.com apnews.com reuters.com time.com theatlantic.com newyorker.com
  nationalgeographic.com scientificamerican.com smithsonianmag.com timeforkids.com dogonews.com elpais.com elmundo.es abc.es lavanguardia.com elperiodico.com
  eldiario.es elconfidencial.com 20minutos.es rtve.es publico.es europapress.es elcorreo.com lavozdegalicia.es ara.cat marca.com lemonde.fr lefigaro.fr liberation.fr
  la-croix.com leparisien.fr ouest-france.fr sudouest.fr 20minutes.fr france24.com francetvinfo.fr radiofrance.fr rfi.fr lexpress.fr lepoint.fr nouvelobs.com
  1jour1actu.com okapi.fr monquotidien.fr arte.tv tv5monde.com spiegel.de zeit.de faz.net sueddeutsche.de welt.de taz.de tagesspiegel.de tagesschau.de zdf.de ard.de
  ardmediathek.de deutschlandfunk.de dw.com wdr.de br.de ndr.de mdr.de swr.de stern.de focus.de fr.de heise.de logo.de kinder.wdr.de kika.de wdrmaus.de euronews.com
  aljazeera.com swissinfo.ch
`;
const HEALTH = `
  nhs.uk nhs.scot nice.org.uk mind.org.uk youngminds.org.uk childline.org.uk samaritans.org kooth.com themix.org.uk brook.org.uk sexwise.org.uk nspcc.org.uk barnardos.org.uk
  bhf.org.uk cancerresearchuk.org macmillan.org.uk diabetes.org.uk stonewall.org.uk mermaidsuk.org.uk talktofrank.com alcoholics-anonymous.org.uk gamcare.org.uk begambleaware.org
  gamblersanonymous.org.uk cdc.gov nih.gov medlineplus.gov cancer.gov nimh.nih.gov drugabuse.gov samhsa.gov fda.gov mayoclinic.org clevelandclinic.org webmd.com healthline.com
  kidshealth.org plannedparenthood.org thetrevorproject.org 988lifeline.org crisistextline.org glaad.org teenhealth.org scarleteen.com loveisrespect.org rainn.org
  drugs.com rxlist.com heart.org cancer.org breastcancer.org who.int ecdc.europa.eu sanidad.gob.es aemps.gob.es anar.org fad.es cuidateplus.marca.com aecc.es
  cruzroja.es telefonodelaesperanza.org felgtbi.org infodrogas.org jugarbien.es santepubliquefrance.fr ameli.fr has-sante.fr filsantejeunes.com onsexprime.fr
  planning-familial.org drogues-info-service.fr alcool-info-service.fr joueurs-info-service.fr e-enfance.org ligue-cancer.net fondation-arc.org sidaction.org
  bzga.de loveline.de drugcom.de gesundheit.gov.de rki.de bundesgesundheitsministerium.de profamilia.de nummergegenkummer.de telefonseelsorge.de krebshilfe.de aidshilfe.de
  check-dein-spiel.de rauchfrei.de kenn-dein-limit.de netdoktor.de apotheken-umschau.de brustkrebsdeutschland.de breastfeeding.org lalecheleague.org llli.org
`;
const GOVERNMENT = `
  gov.uk service.gov.uk parliament.uk ons.gov.uk metoffice.gov.uk ofsted.gov.uk gov.scot gov.wales nidirect.gov.uk police.uk royal.uk ico.org.uk essex.gov.uk middlesbrough.gov.uk
  scunthorpe.co.uk usa.gov whitehouse.gov congress.gov senate.gov house.gov supremecourt.gov nasa.gov noaa.gov usgs.gov nps.gov epa.gov ed.gov studentaid.gov irs.gov
  census.gov archives.gov kids.gov weather.gov energy.gov ftc.gov lamoncloa.gob.es boe.es congreso.es senado.es ine.es aemet.es agenciatributaria.gob.es seg-social.es
  dgt.es policia.es guardiacivil.es madrid.es barcelona.cat comunidad.madrid gencat.cat euskadi.eus xunta.gal casareal.es gouvernement.fr service-public.fr elysee.fr
  assemblee-nationale.fr senat.fr legifrance.gouv.fr insee.fr meteofrance.com impots.gouv.fr interieur.gouv.fr diplomatie.gouv.fr vie-publique.fr paris.fr lyon.fr
  cnil.fr defenseurdesdroits.fr bundesregierung.de bundestag.de bundesrat.de bpb.de destatis.de dwd.de arbeitsagentur.de auswaertiges-amt.de bmbf.de kmk.org
  berlin.de hamburg.de muenchen.de bayern.de nrw.de europa.eu europarl.europa.eu ec.europa.eu un.org unicef.org unesco.org unhcr.org worldbank.org imf.org oecd.org nato.int
  esa.int cern.ch redcross.org icrc.org amnesty.org greenpeace.org wwf.org savethechildren.org bl.ch
`;

/** All of these sites, each once. */
export const SCHOOL_SITES: readonly string[] = [
  ...new Set(
    [REFERENCE, LEARNING, MUSEUMS, UNIVERSITIES, NEWS, HEALTH, GOVERNMENT].flatMap((sites) =>
      sites.trim().split(/\s+/),
    ),
  ),
];
