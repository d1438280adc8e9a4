import type { ShippedCategory } from './shipped-category.ts';

/** Categories of leisure that distract from lessons. */
export const LEISURE: readonly ShippedCategory[] = [
  {
    id: 'games',
    name: 'Games',
    description: 'Games in the browser, and shops and communities of games.',
    domains: `roblox.com rbxcdn.com minecraft.net epicgames.com fortnite.com steampowered.com steamcommunity.com store.steampowered.com gog.com
      ea.com ubisoft.com blizzard.com battle.net riotgames.com leagueoflegends.com playvalorant.com rockstargames.com xbox.com
      playstation.com nintendo.com miniclip.com coolmathgames.com crazygames.com poki.com kongregate.com armorgames.com
      addictinggames.com friv.com y8.com agame.com newgrounds.com kizi.com silvergames.com gamejolt.com itch.io krunker.io
      slither.io agar.io paper-io.com diep.io 1v1.lol shellshock.io surviv.io slope-game.github.io
      unblocked-games.s3.amazonaws.com chess.com lichess.org pogo.com king.com supercell.com clashroyale.com brawlstars.com
      pokemongolive.com geoguessr.com nowgg.com now.gg geforcenow.com play.geforcenow.com ign.com gamespot.com speedrun.com
      nexusmods.com curseforge.com hypixel.net minecraft.com mojang.com fortnitetracker.com origin.com bethesda.net 2k.com
      capcom.com sega.com konami.com squareenix.com square-enix.com bandainamcoent.com cdprojektred.com paradoxplaza.com
      wargaming.net worldoftanks.com worldofwarships.com warthunder.com gaijin.net dota2.com counter-strike.net callofduty.com
      activision.com overwatch.com worldofwarcraft.com hearthstone.com diablo4.com apexlegends.com pubg.com genshin.hoyoverse.com
      hoyoverse.com amongus.com innersloth.com fallguys.com rocketleague.com terraria.org stardewvalley.net factorio.com
      gameforge.com travian.com ogame.org tribalwars.net forgeofempires.com goodgamestudios.com innogames.com plarium.com
      zynga.com playrix.com games.co.uk gameflare.com gamesgames.com girlsgogames.com plays.org 1001games.com 1001juegos.com
      minijuegos.com juegos.com jeux.fr jeux.com spielaffe.de spiele.de jetztspielen.de spele.nl funnygames.org notdoppler.com
      maxgames.com bubblebox.com hoodamath.com mathplayzone.com kbhgames.com crazygames.fr twoplayergames.org gamepix.com
      lagged.com gamaverse.com iogames.space skribbl.io zombsroyale.io moomoo.io deeeep.io wings.io mope.io starve.io surviv.com
      ev.io venge.io narrow.one smashkarts.io bonk.io gartic.io evowars.io hole-io.com snowball.io lordz.io defly.io retrobowl.me
      retro-bowl.com slope.io 1v1.school tyrone-unblocked-games.com unblockedgames66.com unblocked-games-77.com classroom6x.com
      run3.io cookieclicker.com orteil.dashnet.org wordle.com sporcle.com addictinggames.net coolmath-games.com arkadium.com
      games.yahoo.com neopets.com clubpenguin.com animaljam.com moviestarplanet.com habbo.com secondlife.com imvu.com vrchat.com
      rec.net poptropica.com webkinz.com boosteroid.com parsec.app shadow.tech playkey.net stadia.com humblebundle.com
      fanatical.com g2a.com kinguin.net eneba.com planetminecraft.com minecraftforum.net namemc.com minehut.com aternos.org
      cubecraft.net mineplex.com rbx.com rolimons.com unblockedgames.com unblockedgames.net unblockedgames911.com
      unblockedgames76.com unblockedgameswtf.com unblockedgamesworld.com unblockedgamespremium.com unblockedgames-77.com
      unblocked76.com unblocked66.com unblocked-games.org unblocked-games66.com unblockedgamesez.com unblockedgames6969.com
      ubg365.com ubg66.com ubg77.com ubg98.com ubg100.com ubgwtf.com ubg4all.com ubgames.com classroom6x.io classroom6x.org
      classroom-6x.com classroom6x.co tyrone-games.com tyronesgameshack.com hoodamath.org coolmathgamesunblocked.com
      coolmath4games.com mathgames66.com mathnook.com cookieclicker2.com cookieclickerunblocked.com 2048.org 2048game.com
      play2048.co slitherio.org agario.org agarioplay.org paperio.site paperio2.com hole.io krunker.com shellshockers.com
      eggshooter.best 1v1lol.com justbuild.lol buildnowgg.com bloxd.io bloxorz.com minecraftforfreex.com eaglercraft.com
      eaglercraft.net eaglercraft.org eaglercraft.dev crazygames.es crazygames.de crazygames.it crazygames.nl crazygames.pl
      crazygames.com.br poki.de poki.es poki.fr poki.it poki.nl poki.pl poki.com.br poki.cn y8.eu friv.org friv.land
      friv5online.com friv4school.com friv1000.com friv2.com juegosfriv.com juegosfriv2017.com frivjogosonline.com.br
      juegosdechicas.com juegosdiarios.com juegosjuegos.com macrojuegos.com paisdelosjuegos.es paisdelosjuegos.com.mx
      juegosinfantiles.com isladejuegos.es vitadj.com 1001jeux.fr jeu.fr jeux-gratuits.com jeuxjeuxjeux.fr jeuxvideo-flash.com
      jeuxdelajungle.fr minijeux.com prizee.com kadokado.com jeux2filles.fr jeuxdefille.com boxjeux.com spielen.com
      spiele-kostenlos-online.de kostenlosspielen.com kostenlosspielen.net coolespiele.com 1001spiele.de spielkarussell.de
      spielspiele.de playit-online.de browsergames.de speeleiland.nl spelletjes.nl 1001spelletjes.nl elkspel.nl giochi.it
      giochixl.it flashgames.it jogos.com.br jogosgratisparacriancas.com clickjogos.com.br ojogos.com.br gry.pl grajteraz.pl
      wyspagier.pl igre.hr igre123.com igraonica.com hry.cz superhry.cz onlinehry.cz jatekok.hu jatek-online.hu gamesfreak.net
      games2girls.com girlgames.com dressupgames.com dressupwho.com mostfungames.com freegames.org freeonlinegames.com
      onlinegames.io gamesloon.com gamezhero.com gamepost.com gamedistribution.com gamemonetize.com gamejolt.net html5games.com
      html5gamesnetwork.com plonga.com pacogames.com silvergames.net sbgames.com snokido.com snokido.fr twoplayergames.com
      2playergames.org twoplayer-games.com playhop.com playgama.com yandexgames.com yad.com yiv.com yepi.com huz.com hooda.net
      a10.com gameforge.de bigpoint.com bigfishgames.com bigfishgames.de popcap.com shockwave.com primarygames.com wildtangent.com
      iwin.com gamehouse.com gamesradar.com pcgamer.com kotaku.com eurogamer.net rockpapershotgun.com destructoid.com
      gameinformer.com vgmaps.com romsgames.net romsmania.cc romspure.cc emuparadise.me emulatorgames.net vizzed.com retrogames.cc
      retrogames.games playretrogames.com classicreload.com dosgames.com myabandonware.com playclassic.games gamulator.com
      wowroms.com coolrom.com cdromance.com consoleroms.com hexrom.com snesnow.com arcadespot.com arcadepunks.com freeroms.com
      loveroms.online robloxlabs.com robloxgames.com rbxtrk.com bloxflip.com rblx.trade bloxland.com rbxflip.com rbx.rocks
      simulatorscript.com v3rmillion.net fortnite.gg tracker.gg valorant.com riotcdn.net playruneterra.com op.gg u.gg blitz.gg
      mobalytics.gg supercell.net clashofclans.com boombeach.com hayday.com squadbusters.com pokemon.com pokemonshowdown.com
      pokemongo.com pokemonunite.jp nintendo.net nintendo.co.uk nintendo.es nintendo.fr nintendo.de playstation.net
      sonyentertainmentnetwork.com xboxlive.com xboxservices.com halowaypoint.com forza.net ageofempires.com minecraftservices.com
      feed-the-beast.com technicpack.net modrinth.com curseforge.net hypixel.io planetminecraft.net minecraft-server-list.com
      minecraftservers.org namemc.net steamstatic.com steamcontent.com steamgames.com steamusercontent.com steamdb.info
      isthereanydeal.com ubi.com uplay.com ubisoftconnect.com ea-games.com origin.net thesims.com battlefield.com needforspeed.com
      fifa-ultimate-team.com futbin.com futwiz.com rocketleague.gg psyonix.com warframe.com digitalextremes.com pathofexile.com
      grindinggear.com guildwars2.com arena.net finalfantasyxiv.com finalfantasyxiv.net lostark.com runescape.com jagex.com
      elderscrollsonline.com eveonline.com starcitizen.com robertsspaceindustries.com crossout.net enlisted.net
      worldofwarplanes.com wotblitz.com tanki.su tankionline.com smite.com paladins.com hirezstudios.com brawlhalla.com
      hoyolab.com mihoyo.com wutheringwaves.kurogames.com arknights.global bluearchive.nexon.com nexon.com maplestory.nexon.net
      ncsoft.com plaync.com netmarble.com com2us.com gamevil.com krafton.com garena.com freefiremobile.com mobilelegends.com
      moonton.com igg.com lilith.com lilithgames.com topwargame.com lastwar.com evony.com kingsgroup.com everwing.co
      gardenscapes.com homescapes.com coinmaster.com moonactive.com candycrush.com candycrushsaga.com subwaysurfers.com kiloo.com
      sybogames.com voodoo.io geometrydash.com geometrydash.io geometrydashlite.io geometrydashunblocked.com robtopgames.com
      happywheels.com totaljerkface.com fireboyandwatergirl.com jackbox.tv jackbox.games amongusplay.online skribbl.com scribbl.io
      gartic.com garticphone.com drawaria.online codenames.game boardgamearena.com tabletopia.com tetris.com jstris.jezevec10.com
      tetr.io kayac.com chess24.com gameknot.com playok.com pogo.net uno-online.io unoonline.games solitaired.com solitr.com
      worldofsolitaire.com cardgames.io trickstercards.com quordle.com wordleunlimited.org octordle.com contexto.me
      worldle.teuteuf.fr immaculategrid.com zty.pe slowroads.io polytrack.net drift-hunters.co drifthunters.net madalinstunt.com
      motox3m.co motox3m.net moto-x3m.io vex3.org vex4.com ovoplay.io run3online.com basketballstars.io basketrandom.com
      soccerrandom.com retrobowl.io retrobowlgame.com retro-bowl-college.com slopegame.io slopeonline.online tunnelrush.co
      tunnelrush.io stickmanhook.io ducklife.io ducklife4.net papasgames.io papasgamesunblocked.com flipline.com nitromath.com
      btd6.com ninjakiwi.com kongregate.net armorgames.net newgrounds.net addictinggames.co mousebreaker.com miniclip.net`,
  },
  {
    id: 'social',
    name: 'Social networks',
    description: 'Social networks and forums.',
    domains: `facebook.com fb.com instagram.com cdninstagram.com x.com twitter.com t.co tiktok.com tiktokcdn.com tiktokv.com snapchat.com
      pinterest.com reddit.com redd.it tumblr.com linkedin.com threads.net bsky.app mastodon.social vk.com ok.ru weibo.com
      bereal.com askfm.com ask.fm quora.com nextdoor.com 9gag.com 4chan.org truthsocial.com gab.com fbcdn.net facebook.net
      instagr.am twimg.com snap.com sc-cdn.net pinimg.com redditmedia.com redditstatic.com tumblr.co mastodon.online mas.to
      threads.com bluesky.social clubhouse.com lemon8-app.com likee.video kwai.com triller.co vsco.co weheartit.com myspace.com
      badoo.com mewe.com minds.com parler.com gettr.com yikyak.com ngl.link sendit.app whisper.sh locket.camera tellonym.me
      curiouscat.live livejournal.com xing.com renren.com douban.com odnoklassniki.ru vk.ru tuenti.com taringa.net forocoches.com
      jeuxvideo.com 4channel.org 8kun.top kiwifarms.st imgur.com deviantart.com flickr.com tiktokcdn-us.com tiktokv.us tiktokw.us
      ttwstatic.com byteoversea.com ibytedtos.com ibyteimg.com muscdn.com musical.ly snssdk.com amemv.com douyin.com
      xiaohongshu.com rednote.com kuaishou.com zhihu.com instagram.net igcdn.com igsonar.com facebook-hardware.com fbwat.ch
      messenger.com meta.ai whatsapp.org snapkit.com snap-dev.net snapads.com bitmoji.com sc-prod.net twttr.com twimg.org
      bsky.social mastodon.world mstdn.social mstdn.jp lemmy.world lemmy.ml kbin.social misskey.io pixelfed.social
      joinmastodon.org peertube.tv nostr.com damus.io primal.net reddit.app.link redditspace.com redditinc.com redditgifts.com
      redditblog.com pinterest.co.uk pinterest.es pinterest.fr pinterest.de pinterest.it pinterest.com.mx pinterest.ca tumblr.net
      flickr.net discord.me disboard.org top.gg ello.co friendster.com hi5.com orkut.com netlog.com skyrock.com skyrock.net
      badoocdn.com nextdoor.co.uk nextdoor.es nextdoor.fr nextdoor.de gas.app gasapp.co yolo.live lipsi.io sarahah.com secret.ly
      afterschoolapp.com fizzsocial.app sidechat.lol yikyak.net bebo.com wattpad.com amino.com aminoapps.com aminoapp.io zepeto.me
      imvu.net weplay.chat wizz.chat wizzapp.com hoop.photo yellw.co hago.com bigo.sg likee.com triller.com dubsmash.com cameo.com
      clapperapp.com coverstar.app noplace.com airbuds.fm setlog.com viber.chat guilded.com gab.ai gettr.net parler.social
      truthsocial.net minds.net mewe.net gaiaonline.com deviantart.net sta.sh weheartit.net vk.me vk.cc vkontakte.ru userapi.com
      ok.me weibo.cn weibocdn.com sinaimg.cn qzone.qq.com tieba.baidu.com line.naver.jp band.us kakaostory.com cyworld.com mixi.jp
      ameba.jp ameblo.jp taringa.com forocoches.net burbuja.info jeuxvideo.net knuddels.de spin.de jappy.de studivz.net
      wer-kennt-wen.de gutefrage.net 9cache.com 4cdn.org 4plebs.org 8ch.net endchan.net kiwifarms.net soyjak.party lolcow.farm`,
  },
  {
    id: 'video',
    name: 'Video',
    description: 'Films, series and videos.',
    domains: `youtube.com youtu.be ytimg.com googlevideo.com youtube-nocookie.com netflix.com nflxvideo.net hulu.com disneyplus.com
      primevideo.com max.com hbomax.com paramountplus.com peacocktv.com twitch.tv kick.com vimeo.com dailymotion.com bilibili.com
      rumble.com odysee.com bitchute.com crunchyroll.com funimation.com plex.tv pluto.tv tubitv.com filmin.es movistarplus.es rtve.es
      streamable.com youtubekids.com nflximg.net nflxext.com disney-plus.net dssott.com hulustream.com primevideo.tv aiv-cdn.net hbo.com
      discoveryplus.com starz.com showtime.com fubo.tv sling.com philo.com crackle.com vudu.com popcornflix.com roku.com rakuten.tv
      mubi.com itv.com channel4.com all4.com my5.tv nowtv.com sky.com britbox.com arte.tv france.tv tf1.fr 6play.fr canalplus.com
      molotov.tv ardmediathek.de zdf.de joyn.de rtlplus.de atresplayer.com mitele.es raiplay.it mediasetinfinity.mediaset.it ruutu.fi
      viaplay.com dazn.com dlive.tv trovo.live afreecatv.com bigo.tv nimo.tv ustream.tv livestream.com metacafe.com liveleak.com
      veoh.com break.com ted.video coub.com streamja.com wistia.com viki.com iq.com wetv.vip youku.com niconico.jp nicovideo.jp
      9anime.to gogoanime.io aniwatch.to hianime.to zoro.to animepahe.com kissanime.ru`,
  },
  {
    id: 'music',
    name: 'Music and radio',
    description: 'Music, radio and podcasts.',
    domains: `spotify.com scdn.co soundcloud.com music.apple.com music.youtube.com deezer.com tidal.com pandora.com bandcamp.com last.fm
      shazam.com genius.com tunein.com iheart.com miaudiomack.com napster.com qobuz.com`,
  },
  {
    id: 'chat',
    name: 'Chat and messaging',
    description: 'Messages between people, in text, voice or video.',
    domains: `discord.com discord.gg discordapp.com whatsapp.com whatsapp.net web.whatsapp.com telegram.org t.me web.telegram.org signal.org
      messenger.com wechat.com line.me viber.com kik.com omegle.com ometv.com chatroulette.com monkey.app skype.com guilded.gg
      groupme.com icq.com chatib.com discord.media discordcdn.com discord.co telegram.me telegram.dog wa.me viber.me line-apps.com
      kakao.com kakaocorp.com zalo.me threema.ch wire.com element.io matrix.org session.org wickr.com tox.chat emeraldchat.com
      chathub.cam ometv.tv shagle.com camsurf.com bazoocam.org chatrandom.com tinychat.com talkwithstranger.com chat-avenue.com y99.in
      wireclub.com paltalk.com yubo.live houseparty.com marcopolo.me imo.im botim.me`,
  },
  {
    id: 'dating',
    name: 'Dating',
    description: 'Looking for a partner.',
    domains: `tinder.com bumble.com hinge.co okcupid.com match.com badoo.com grindr.com pof.com eharmony.com meetic.com happn.com zoosk.com
      feeld.co yubo.live spotafriend.co hily.com coffeemeetsbagel.com plentyoffish.com match.co.uk elitesingles.com silversingles.com
      christianmingle.com jdate.com tagged.com skout.com meetme.com mamba.ru lovoo.com parship.de elitepartner.de once.com fruitz.io
      her.app weareher.com scruff.com jackd.com adopteunmec.com adoptauntio.es edarling.de be2.com tantanapp.com boo.world seeking.com
      taimi.com`,
  },
  {
    id: 'shopping',
    name: 'Shopping',
    description: 'Shops and market places.',
    domains: `amazon.com amazon.co.uk amazon.de amazon.es amazon.fr ebay.com ebay.co.uk aliexpress.com alibaba.com temu.com shein.com wish.com
      etsy.com walmart.com target.com bestbuy.com ikea.com zalando.com asos.com zara.com hm.com mercadolibre.com elcorteingles.es
      wallapop.com vinted.com stockx.com nike.com adidas.com costco.com argos.co.uk`,
  },
  {
    id: 'sports',
    name: 'Sports',
    description: 'Sports: results, clubs and broadcasts.',
    domains: `espn.com nba.com nfl.com mlb.com nhl.com fifa.com uefa.com premierleague.com laliga.com marca.com as.com
      mundodeportivo.com skysports.com bleacherreport.com cbssports.com goal.com formula1.com livescore.com flashscore.com sofascore.com
      transfermarkt.com olympics.com theathletic.com`,
  },
  {
    id: 'humour',
    name: 'Humour and memes',
    description: 'Jokes, memes and entertainment in small pieces.',
    domains:
      'imgflip.com knowyourmeme.com cracked.com theonion.com cheezburger.com ebaumsworld.com giphy.com tenor.com',
  },
  {
    id: 'file_sharing',
    name: 'File sharing and piracy',
    description: 'Exchange of files, and copies that nobody has allowed.',
    domains: `thepiratebay.org 1337x.to rarbg.to yts.mx nyaa.si torrentz2.nz limetorrents.lol utorrent.com bittorrent.com qbittorrent.org
      mega.nz mediafire.com wetransfer.com rapidgator.net 4shared.com zippyshare.com uploaded.net sendspace.com fmovies.to 123movies.net
      soap2day.to putlocker.vip sci-hub.se libgen.is z-lib.org piratebay.org thepiratebay.com kickasstorrents.to kat.cr torrentgalaxy.to
      torlock.com torrentdownloads.pro eztv.re yts.am rutracker.org bitsearch.to zooqle.com isohunt.to demonoid.is magnetdl.com
      fitgirl-repacks.site skidrowreloaded.com steamunlocked.net igg-games.com oceanofgames.com transmissionbt.com deluge-torrent.org
      vuze.com frostwire.com emule-project.net soulseekqt.net anonfiles.com gofile.io pixeldrain.com krakenfiles.com file.io
      transfernow.net turbobit.net nitroflare.com uploadgig.com katfile.com 1fichier.com upload.ee filefactory.com mixdrop.co
      doodstream.com streamtape.com gomovies.sx putlocker.is solarmovie.to primewire.li movierulz.com tamilrockers.ws yesmovies.ag
      libgen.rs libgen.li annas-archive.org sci-hub.st`,
  },
];
