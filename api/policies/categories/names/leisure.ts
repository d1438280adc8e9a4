import type { ShippedCategory } from '../shipped-category.ts';

/** What pupils like better than the lesson. */
export const LEISURE: readonly ShippedCategory[] = [
  {
    id: 'games',
    name: 'Games',
    domains: `roblox.com rbxcdn.com minecraft.net epicgames.com fortnite.com steampowered.com steamcommunity.com store.steampowered.com
      gog.com ea.com ubisoft.com blizzard.com battle.net riotgames.com leagueoflegends.com playvalorant.com rockstargames.com xbox.com
      playstation.com nintendo.com miniclip.com coolmathgames.com crazygames.com poki.com kongregate.com armorgames.com addictinggames.com
      friv.com y8.com agame.com newgrounds.com kizi.com silvergames.com gamejolt.com itch.io krunker.io slither.io agar.io
      paper-io.com diep.io 1v1.lol shellshock.io surviv.io slope-game.github.io unblocked-games.s3.amazonaws.com chess.com lichess.org
      pogo.com king.com supercell.com clashroyale.com brawlstars.com pokemongolive.com geoguessr.com nowgg.com now.gg
      geforcenow.com play.geforcenow.com ign.com gamespot.com speedrun.com nexusmods.com curseforge.com hypixel.net`,
  },
  {
    id: 'social',
    name: 'Social networks',
    domains: `facebook.com fb.com instagram.com cdninstagram.com x.com twitter.com t.co tiktok.com tiktokcdn.com tiktokv.com snapchat.com
      pinterest.com reddit.com redd.it tumblr.com linkedin.com threads.net bsky.app mastodon.social vk.com ok.ru weibo.com bereal.com
      askfm.com ask.fm quora.com nextdoor.com 9gag.com 4chan.org truthsocial.com gab.com`,
  },
  {
    id: 'video',
    name: 'Video',
    domains: `youtube.com youtu.be ytimg.com googlevideo.com youtube-nocookie.com netflix.com nflxvideo.net hulu.com disneyplus.com primevideo.com
      max.com hbomax.com paramountplus.com peacocktv.com twitch.tv kick.com vimeo.com dailymotion.com bilibili.com rumble.com odysee.com
      bitchute.com crunchyroll.com funimation.com plex.tv pluto.tv tubitv.com filmin.es movistarplus.es rtve.es
      streamable.com`,
  },
  {
    id: 'music',
    name: 'Music and radio',
    domains: `spotify.com scdn.co soundcloud.com music.apple.com music.youtube.com deezer.com tidal.com pandora.com bandcamp.com last.fm
      shazam.com genius.com tunein.com iheart.com mixcloud.com audiomack.com napster.com qobuz.com`,
  },
  {
    id: 'chat',
    name: 'Chat and messaging',
    domains: `discord.com discord.gg discordapp.com whatsapp.com whatsapp.net web.whatsapp.com telegram.org t.me web.telegram.org signal.org
      messenger.com wechat.com line.me viber.com kik.com omegle.com ometv.com chatroulette.com monkey.app skype.com
      guilded.gg groupme.com icq.com chatib.com`,
  },
  {
    id: 'dating',
    name: 'Dating',
    domains: `tinder.com bumble.com hinge.co okcupid.com match.com badoo.com grindr.com pof.com eharmony.com meetic.com happn.com zoosk.com
      feeld.co yubo.live spotafriend.co`,
  },
  {
    id: 'shopping',
    name: 'Shopping',
    domains: `amazon.com amazon.co.uk amazon.de amazon.es amazon.fr ebay.com ebay.co.uk aliexpress.com alibaba.com temu.com shein.com wish.com
      etsy.com walmart.com target.com bestbuy.com ikea.com zalando.com asos.com zara.com hm.com mercadolibre.com elcorteingles.es
      wallapop.com vinted.com stockx.com nike.com adidas.com costco.com argos.co.uk`,
  },
  {
    id: 'sports',
    name: 'Sports',
    domains: `espn.com nba.com nfl.com mlb.com nhl.com fifa.com uefa.com premierleague.com laliga.com marca.com as.com
      mundodeportivo.com skysports.com bleacherreport.com cbssports.com goal.com formula1.com livescore.com flashscore.com sofascore.com
      transfermarkt.com olympics.com theathletic.com`,
  },
  {
    id: 'humour',
    name: 'Humour and memes',
    domains:
      'imgflip.com knowyourmeme.com cracked.com theonion.com cheezburger.com ebaumsworld.com giphy.com tenor.com',
  },
  {
    id: 'file_sharing',
    name: 'File sharing and piracy',
    domains: `thepiratebay.org 1337x.to rarbg.to yts.mx nyaa.si torrentz2.nz limetorrents.lol utorrent.com bittorrent.com qbittorrent.org
      mega.nz mediafire.com wetransfer.com rapidgator.net 4shared.com zippyshare.com uploaded.net sendspace.com fmovies.to
      123movies.net soap2day.to putlocker.vip sci-hub.se libgen.is z-lib.org`,
  },
];
