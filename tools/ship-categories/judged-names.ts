/**
 * Names among the ten thousand most popular that a list holds **rightly**, judged by hand. White space divides them. All other popular
 * names of a list are dropped.
 */
const JUDGED: Readonly<Record<string, string>> = {
  adult: `
    adultadworld.com adultfriendfinder.com adultwebmasternet.com adxpansion.com anysex.com ashleymadison.com asktiava.com awempire.com banerator.net bangbros.com bimbolive.com
    bongacams.com bongacash.com bravotube.net brazzers.com brazzersnetwork.com cam4.com cam4s.com camads.net camdolls.com camplace.com cams.com cartoontube.com drtuber.com
    el-ladies.com exoclick.com extremetube.com faceporn.com fap.to fling.com fuq.com gammae.com gaytube.com gaytubevideos.com giga.xxx h2porn.com hardsextube.com
    highwebmedia.com hubtraffic.com ixxx.com jasmin.com juiceadv.com katestube.com kowalskypage.com lifeselector.com lobstertube.com maturetube.com maximustube.com
    melonstube.com motherless.com myfreecams.com nakedtube.com nastyvideotube.com nudevector.com peeperz.com phncdn.com playboy.com pop6.com porn.com pornerbros.com
    pornhub.com pornhubpremium.com porniq.com pornmarathon.com pornmd.com pornoid.com pornorama.com pornstargalore.com porntube.com pornwhite.com privatehomeclips.com
    pussycash.com putags.com rabbitscams.com realitytraffic.com reallifecam.com redtubefiles.com rk.com sex.com sexad.net sexlog.com sexsearch.com sexypartners.net
    sleazyneasy.com slutroulette.com sunporno.com supremetube.com teamskeetimages.com thefreecamsecret.com trafficholder.com tube8.com tube911.com tubecup.com tubecup.org
    tubegalore.com tubexclips.com videosz.com vporn.com watchmygf.com xhamster.com xhamsterpremiumpass.com xnxx.com xvideos.com xxxbunker.com youporn.com youporngay.com
    yourlust.com yourlustmedia.com`,
  gambling: 'bet365.com bet365affiliates.com betfair.com draftkings.com fanduel.com skybet.com unibet.com',
};

const BY_CATEGORY: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(JUDGED).map(([category, names]) => [category, new Set(names.trim().split(/\s+/))]),
);

/** Whether a popular name was judged by hand to belong to a category. */
export function isJudged(name: string, category: string): boolean {
  return BY_CATEGORY.get(category)?.has(name) === true;
}
