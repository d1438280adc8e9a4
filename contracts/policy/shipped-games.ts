/**
 * Words that mark names of game sites, beyond the category `games`, as whole labels or parts between hyphens (`unblocked-games.github.io`).
 * They were chosen from the names of unblocked-games mirrors. They cause `game.detected` and block nothing, because a school site may have
 * such a name.
 */
export const GAME_WORDS: readonly string[] = [
  ...['unblocked', 'unblockedgames', 'unblocker', 'ubg', 'ubg4all', 'ubg98', 'ubg365', 'ubgwtf'],
  ...['1v1', '1v1lol', '2048', 'agar', 'agario', 'amongus', 'basketrandom', 'bitlife', 'blockblast'],
  ...['bloxd', 'brawlstars', 'btd5', 'btd6', 'classroom6x', 'clashroyale', 'cookieclicker', 'coolmath'],
  ...['coolmathgames', 'crazygames', 'crossyroad', 'csgo', 'drifthunters', 'driftboss', 'eaglercraft'],
  ...['eggycar', 'fnaf', 'fnf', 'fortnite', 'freegames', 'friv', 'gameflare', 'geometrydash', 'haxball'],
  ...['holeio', 'idlebreakout', 'jetpackjoyride', 'justfall', 'kour', 'krunker', 'madalin', 'minecraft'],
  ...['miniclip', 'monkeymart', 'motox3m', 'narrowone', 'nowgg', 'paperio', 'papasgames', 'pacman'],
  ...['poki', 'polytrack', 'ragdollhit', 'retrobowl', 'roblox', 'rooftopsnipers', 'run3', 'shellshock'],
  ...['shellshockers', 'skribbl', 'slither', 'slitherio', 'slope', 'slopegame', 'smashkarts', 'stickwar'],
  ...['stumbleguys', 'subwaysurfers', 'surviv', 'templerun', 'tetris', 'tinyfishing', 'totallyscience'],
  ...['tunnelrush', 'tyrones', 'vexgames', 'worldshardestgame', 'yohoho', 'zombsroyale'],
];

/** Programs that are games or start them, without case and `.exe`: the process names of the launchers on Windows, macOS and Linux. */
export const GAME_PROCESSES: readonly string[] = [
  ...['steam', 'steam_osx', 'steamwebhelper', 'epicgameslauncher', 'fortniteclient-win64-shipping'],
  ...['robloxplayerbeta', 'robloxplayer', 'robloxstudiobeta', 'sober', 'minecraftlauncher'],
  ...['minecraft', 'minecraft.windows', 'prismlauncher', 'multimc', 'tlauncher', 'lunarclient'],
  ...['battle.net', 'overwatch', 'hearthstone', 'riotclientservices', 'leagueclient', 'valorant'],
  ...['valorant-win64-shipping', 'galaxyclient', 'origin', 'eadesktop', 'upc', 'ubisoftconnect'],
  ...['rockstarlauncher', 'gta5', 'rocketleague', 'cs2', 'csgo', 'dota2', 'among us', 'genshinimpact'],
  ...['lutris', 'heroic', 'retroarch', 'dolphin-emu', 'pcsx2', 'rpcs3', 'yuzu', 'ryujinx', 'ppsspp'],
  ...['bluestacks', 'hd-player', 'nox', 'memu', 'ldplayer', 'geforcenow', 'xboxapp', 'xboxpcapp'],
];
