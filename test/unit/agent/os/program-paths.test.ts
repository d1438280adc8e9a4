import t from 'tap';
import { createFindProgram, programFolders } from '../../../../agent/os/program-paths.ts';

t.test('programs are found in the system’s folders, in their order, whatever PATH says', (t) => {
  const there = new Set(['/usr/bin/ip', '/sbin/ip', '/home/ana/bin/nft', '/usr/sbin/nft']);
  const find = createFindProgram(programFolders('linux'), (path) => there.has(path));
  t.equal(find('ip'), '/usr/bin/ip');
  t.equal(find('nft'), '/usr/sbin/nft');
  t.equal(find('iw'), null);
  there.add('/bin/iw');
  t.equal(find('iw'), '/bin/iw', 'installed meanwhile');
  t.equal(find('/opt/browser/chrome'), '/opt/browser/chrome', 'a path stays one');
  t.equal(find(''), null);
  t.end();
});

t.test('on Windows they are those of the system folder', (t) => {
  const netsh = 'D:\\Windows\\System32\\netsh.exe';
  const find = createFindProgram(programFolders('win32', 'D:\\Windows'), (path) => path === netsh);
  t.equal(find('netsh.exe'), netsh);
  t.equal(find('pwsh.exe'), null);
  t.end();
});
