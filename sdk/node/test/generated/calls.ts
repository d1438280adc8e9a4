// Made from sdk/cases by `npm run sdk`. Nobody edits it.
import type { Schoolgate } from '../../index.ts';

/** The call of each case, as the guide shows it. */
export const CALLS = {
  'tells of validation failed': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of expired api key': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of plan required': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of insufficient scope': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of not found': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of method not allowed': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of not acceptable': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of already exists': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of events expired': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of precondition failed': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of body too large': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of unsupported media type': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of locked by policy': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of rate limited': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of internal error': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of unavailable': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'knows an error by its status when the code is new': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells an error in any script': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of an error page that is no problem document': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of an error without a body': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells of an error whose body is broken': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'does not follow a redirect': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'does not take a page for an answer': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'does not take half an answer': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'does not take an answer without a list for a list': (client: Schoolgate) =>
    client.ous.list(),
  'follows events over pages and waits for new ones': (client: Schoolgate) =>
    client.events.follow(6),
  'follows from the oldest event': (client: Schoolgate) =>
    client.events.follow(),
  'waits behind the last event of a page': (client: Schoolgate) =>
    client.events.follow(6),
  'follows some kinds of events': (client: Schoolgate) =>
    client.events.follow(0, { type: ['device.*', 'alert.created'] }),
  'tells that events were missed': (client: Schoolgate) =>
    client.events.follow(3),
  'follows on when the server was away': (client: Schoolgate) =>
    client.events.follow(6),
  'waits until a command has ended': (client: Schoolgate) =>
    client.commands.waitFor('cmd_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'does not wait for a command that has ended': (client: Schoolgate) =>
    client.commands.waitFor('cmd_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'walks all pages by the cursor': (client: Schoolgate) =>
    client.ous.list({ limit: 2 }),
  'keeps the filters on every page': (client: Schoolgate) =>
    client.devices.list({ status: 'online', tag: ['library', 'cart 3'] }),
  'takes one page and leaves the others': (client: Schoolgate) =>
    client.ous.list(),
  'takes an empty page': (client: Schoolgate) =>
    client.ous.list(),
  'walks a list without items': (client: Schoolgate) =>
    client.ous.list({ q: 'nobody' }),
  'goes on behind an empty page that has a next one': (client: Schoolgate) =>
    client.logs.list(),
  'tells that a total is an estimate': (client: Schoolgate) =>
    client.logs.list(),
  'starts at a cursor': (client: Schoolgate) =>
    client.ous.list({ cursor: 'c1' }),
  'starts at a page and goes on by the cursor': (client: Schoolgate) =>
    client.ous.list({ page: 2, limit: 1 }),
  'does not walk in a circle': (client: Schoolgate) =>
    client.ous.list(),
  'gives the error of a later page': (client: Schoolgate) =>
    client.ous.list(),
  'tries a later page again': (client: Schoolgate) =>
    client.ous.list(),
  'escapes what stands in an id': (client: Schoolgate) =>
    client.users.get('a/b c?d#e%'),
  'escapes an id in any script': (client: Schoolgate) =>
    client.categories.get('ñ九'),
  'escapes what stands in a filter': (client: Schoolgate) =>
    client.users.list({ q: 'Müller & Söhne + 1=2?#%', ou: '/Springfield/Año 9' }),
  'repeats a filter with several values': (client: Schoolgate) =>
    client.commands.list({ status: ['queued', 'sent'], type: ['lock', 'unlock'] }),
  'sends no and zero': (client: Schoolgate) =>
    client.devices.list({ minBattery: 0, maxBattery: 15 }),
  'sends false': (client: Schoolgate) =>
    client.policies.list({ enabled: false }),
  'sends null in a change and leaves out what is not said': (client: Schoolgate) =>
    client.users.update('usr_01kafw2n7qd5g8h1j3k6m9p2rs', { externalId: null, grade: '10' }),
  'changes a thing only if nobody else has': (client: Schoolgate) =>
    client.users.update('usr_01kafw2n7qd5g8h1j3k6m9p2rs', { name: 'Ana' }, { ifMatch: '"7"' }),
  'deletes a thing only if nobody else has changed it': (client: Schoolgate) =>
    client.ous.delete('ou_01kafw2n7qd5g8h1j3k6m9p2r9', { ifMatch: '"7"' }),
  'locks without a word': (client: Schoolgate) =>
    client.devices.lock('dev_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'waits for a command with nothing else to say': (client: Schoolgate) =>
    client.devices.lock('dev_01kafw2n7qd5g8h1j3k6m9p2rs', { wait: 30 }),
  'sends no body where none is needed': (client: Schoolgate) =>
    client.webhooks.rotateSecret('whk_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'sends every script': (client: Schoolgate) =>
    client.ous.create({ name: 'Año 9 · 九年级 🎒 "x" \\ y' }),
  'sends one form of several': (client: Schoolgate) =>
    client.overrides.create({
      scope: { type: 'ou', id: '/Springfield/High' },
      site: 'wiki.example',
      ttlMinutes: 10080,
      reason: null,
    }),
  'unlocks with a command': (client: Schoolgate) =>
    client.devices.command('dev_01kafw2n7qd5g8h1j3k6m9p2rs', { type: 'unlock' }),
  'asks for a text by its media type': (client: Schoolgate) =>
    client.reports.weeklyCsv(),
  'says who it is and what it takes': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'sends the rows of a roster': (client: Schoolgate) =>
    client.users.batch({
      upsert: true,
      users: [
        { externalId: 'SIS-1001', email: 'ana@x.example', name: 'Ana', role: 'student' },
        { externalId: 'SIS-1002', email: 'not an address', name: 'Ben', role: 'student' },
      ],
    }),
  'waits as long as the server says': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'waits for the rate limit': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'reads a date to wait for': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'does not wait for a date that has passed': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'waits longer each time when the server says nothing': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'does not read a wait that makes no sense': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'gives up after two retries': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'waits eight seconds at most': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tries nothing again when told so': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'does not wait longer than a minute': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'does not begin a wait that outlasts the time of the call': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tries again when the connection breaks': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells that the connection breaks each time': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tries a request again that arrived too slowly': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'does not try again what the server refuses': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'makes an idempotency key and keeps it': (client: Schoolgate) =>
    client.overrides.create({
      scope: { type: 'student', id: 'ana@x.example' },
      site: 'wiki.example',
      ttlMinutes: 60,
    }),
  'sends a POST again with its key when the connection breaks': (client: Schoolgate) =>
    client.overrides.create({
      scope: { type: 'student', id: 'ana@x.example' },
      site: 'wiki.example',
      ttlMinutes: 60,
    }),
  'uses the idempotency key of the caller': (client: Schoolgate) =>
    client.overrides.create({
      scope: { type: 'student', id: 'ana@x.example' },
      site: 'wiki.example',
      ttlMinutes: 60,
    }, { idempotencyKey: 'ticket-4711' }),
  'waits while the same request is still running': (client: Schoolgate) =>
    client.overrides.create({
      scope: { type: 'student', id: 'ana@x.example' },
      site: 'wiki.example',
      ttlMinutes: 60,
    }),
  'does not try a conflict again': (client: Schoolgate) =>
    client.overrides.create({
      scope: { type: 'student', id: 'ana@x.example' },
      site: 'wiki.example',
      ttlMinutes: 60,
    }),
  'does not change a thing twice': (client: Schoolgate) =>
    client.ous.update('ou_01kafw2n7qd5g8h1j3k6m9p2r9', { name: 'Year-9' }),
  'does not change a thing again when the connection breaks': (client: Schoolgate) =>
    client.ous.update('ou_01kafw2n7qd5g8h1j3k6m9p2r9', { name: 'Year-9' }),
  'changes a thing that the server could not look at': (client: Schoolgate) =>
    client.ous.update('ou_01kafw2n7qd5g8h1j3k6m9p2r9', { name: 'Year-9' }),
  'deletes again when the connection breaks': (client: Schoolgate) =>
    client.ous.delete('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'knows that a repeated delete has worked': (client: Schoolgate) =>
    client.ous.delete('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells that there was nothing to delete': (client: Schoolgate) =>
    client.ous.delete('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'tells that nothing was deleted before the rate limit': (client: Schoolgate) =>
    client.ous.delete('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'ends a call that is not answered': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'ends a POST that is not answered': (client: Schoolgate) =>
    client.overrides.create({
      scope: { type: 'student', id: 'ana@x.example' },
      site: 'wiki.example',
      ttlMinutes: 60,
    }),
  'takes members that it does not know': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'takes values that it does not know': (client: Schoolgate) =>
    client.devices.get('dev_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'takes an answer that lacks members': (client: Schoolgate) =>
    client.devices.get('dev_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'takes null where a value was promised': (client: Schoolgate) =>
    client.devices.get('dev_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'takes every script': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'takes the largest whole number': (client: Schoolgate) =>
    client.logs.list(),
  'takes moments with and without fractions': (client: Schoolgate) =>
    client.devices.get('dev_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'takes another status of success': (client: Schoolgate) =>
    client.ous.create({ name: 'Grade-9' }),
  'takes events of a kind that it does not know': (client: Schoolgate) =>
    client.events.list(),
  'takes an event whose data was too large': (client: Schoolgate) =>
    client.events.list(),
  'takes an answer with a mark in front': (client: Schoolgate) =>
    client.ous.get('ou_01kafw2n7qd5g8h1j3k6m9p2r9'),
  'list what students ask for': (client: Schoolgate) =>
    client.accessRequests.list({ status: 'open' }),
  'get one access request with what a decision needs': (client: Schoolgate) =>
    client.accessRequests.get('acr_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'allow or refuse what was asked for': (client: Schoolgate) =>
    client.accessRequests.decide('acr_01kafw2n7qd5g8h1j3k6m9p2rs', {
      decision: 'allow',
      for: 'student',
      ttlMinutes: 45,
      words: 'Until the end of the lesson',
    }),
  'refuse it with words': (client: Schoolgate) =>
    client.accessRequests.decide('acr_01kafw2n7qd5g8h1j3k6m9p2rs', {
      decision: 'refuse',
      words: 'Use the library, please',
    }),
  'query activity': (client: Schoolgate) =>
    client.activity.list({ user: 'ana@x.example', flagged: true }),
  'read who is mailed about new alerts': (client: Schoolgate) =>
    client.alertNotifications.get(),
  'set who is mailed about new alerts': (client: Schoolgate) =>
    client.alertNotifications.update({
      recipients: [{ ou: '/Springfield/High', emails: ['counsellor@school.example'], minSeverity: 'high' }],
      quietHours: { from: '18:00', to: '07:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] },
    }),
  'list the rules that make alerts': (client: Schoolgate) =>
    client.alertRules.list(),
  'get the rule of one type of alert': (client: Schoolgate) =>
    client.alertRules.get('low_battery'),
  'change the severity and a threshold of a rule': (client: Schoolgate) =>
    client.alertRules.update('low_battery', { severity: 'low', low: 10 }),
  'list alerts': (client: Schoolgate) =>
    client.alerts.list({ severity: ['high', 'critical'], status: 'open' }),
  'get one alert': (client: Schoolgate) =>
    client.alerts.get('alt_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'acknowledge or resolve an alert': (client: Schoolgate) =>
    client.alerts.update('alt_01kafw2n7qd5g8h1j3k6m9p2rs', {
      note: 'Talked to Ana',
      status: 'acknowledged',
    }),
  'ask what needs a person now': (client: Schoolgate) =>
    client.attention.get(),
  'list campuses': (client: Schoolgate) =>
    client.campuses.list(),
  'get one campus': (client: Schoolgate) =>
    client.campuses.get('cam_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'define a campus by what devices know that they are on it': (client: Schoolgate) =>
    client.campuses.create({
      name: 'High',
      bssids: [],
      cidrs: ['203.0.113.0/24'],
      gatewayMacs: ['00:00:5e:00:53:01'],
      geofence: { lat: 40.4, lon: -3.7, radiusMeters: 400 },
      ssids: ['Springfield'],
    }),
  'change a campus': (client: Schoolgate) =>
    client.campuses.update('cam_01kafw3v5xe8m9t2q4r6y8b0cd', {
      cidrs: ['203.0.113.0/24', '2001:db8::/32'],
    }),
  'delete a campus': (client: Schoolgate) =>
    client.campuses.delete('cam_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'list the categories of sites that rules may name': (client: Schoolgate) =>
    client.categories.list(),
  'get one category what belongs to it and which sources give it names': (client: Schoolgate) =>
    client.categories.get('games'),
  'look up the categories of a domain and which sources say so': (client: Schoolgate) =>
    client.categories.lookUp({ domain: 'www.play.example' }),
  'list the public lists of sites that a school can add': (client: Schoolgate) =>
    client.categories.catalogue(),
  'list the sources of categories the lists of names that the school has added': (client: Schoolgate) =>
    client.categories.sources.list(),
  'get one source of categories and how far an update is': (client: Schoolgate) =>
    client.categories.sources.get('our-games'),
  'add a source of categories': (client: Schoolgate) =>
    client.categories.sources.create({
      category: 'games',
      format: 'plain',
      id: 'our-games',
      location: 'https://lists.example/games.txt',
    }),
  'change the address the category or the mapping of a source': (client: Schoolgate) =>
    client.categories.sources.update('our-games', {
      location: 'https://lists.example/games-2.txt',
    }),
  'remove a source of categories': (client: Schoolgate) =>
    client.categories.sources.delete('our-games'),
  'read a source of categories now': (client: Schoolgate) =>
    client.categories.sources.startUpdate('our-games'),
  'use the list of a source that is held back after somebody has looked at it': (client: Schoolgate) =>
    client.categories.sources.release('our-games', { accept: ['play.example'] }),
  'list suggestions for categories open and decided ones': (client: Schoolgate) =>
    client.categories.suggestions.list({ status: 'open' }),
  'get one suggestion for a category': (client: Schoolgate) =>
    client.categories.suggestions.get('sug_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'suggest that a domain is missing in a category or in a wrong one': (client: Schoolgate) =>
    client.categories.suggestions.create({
      category: 'games',
      domain: 'play.example',
      kind: 'missing',
    }),
  'accept or decline a suggestion for a category': (client: Schoolgate) =>
    client.categories.suggestions.decide('sug_01kafw2n7qd5g8h1j3k6m9p2rs', {
      status: 'accepted',
    }),
  'list classroom sessions': (client: Schoolgate) =>
    client.classroom.sessions.list({ status: 'active' }),
  'get one classroom session': (client: Schoolgate) =>
    client.classroom.sessions.get('cls_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'create a classroom session': (client: Schoolgate) =>
    client.classroom.sessions.create({
      name: 'Maths 9B',
      allowedUrls: ['geogebra.org'],
      durationMinutes: 50,
      mode: 'focus',
      studentEmails: ['ana@x.example'],
      teacher: 'tea@x.example',
    }),
  'extend or change a classroom session': (client: Schoolgate) =>
    client.classroom.sessions.update('cls_01kafw2n7qd5g8h1j3k6m9p2rs', { durationMinutes: 60 }),
  'end a classroom session or cancel one that has not begun': (client: Schoolgate) =>
    client.classroom.sessions.end('cls_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'list commands': (client: Schoolgate) =>
    client.commands.list({ type: 'lock', deviceId: 'dev_01kafw2n7qd5g8h1j3k6m9p2rs' }),
  'get one command': (client: Schoolgate) =>
    client.commands.get('cmd_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'take a queued command back': (client: Schoolgate) =>
    client.commands.cancel('cmd_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'send one command to many devices': (client: Schoolgate) =>
    client.commands.sendBatch({
      type: 'lock',
      filter: { ou: ['/Springfield/High'] },
      params: { message: 'Assembly' },
    }),
  'see what a batch of commands would do': (client: Schoolgate) =>
    client.commands.previewBatch({
      type: 'lock',
      filter: { ou: ['/Springfield/High'] },
      params: { message: 'Assembly' },
    }),
  'list batches of commands': (client: Schoolgate) =>
    client.commands.listBatches({ status: 'running' }),
  'see how far a batch of commands is': (client: Schoolgate) =>
    client.commands.getBatch('bat_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'send the command of a batch again where it failed': (client: Schoolgate) =>
    client.commands.retryBatch('bat_01kafw3v5xe8m9t2q4r6y8b0cd', {
      statuses: ['failed', 'expired'],
    }),
  'take back what a batch of commands has not sent': (client: Schoolgate) =>
    client.commands.cancelBatch('bat_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'list devices': (client: Schoolgate) =>
    client.devices.list({ status: 'online', limit: 50 }),
  'get one device': (client: Schoolgate) =>
    client.devices.get('dev_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'count devices by connection protection lock and policy version': (client: Schoolgate) =>
    client.devices.summary({ ou: ['/Springfield/High'] }),
  'get the state of a device with its reasons': (client: Schoolgate) =>
    client.devices.state('dev_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'list what happened to a device': (client: Schoolgate) =>
    client.devices.listHistory('dev_01kafw2n7qd5g8h1j3k6m9p2rs', {
      type: ['device.offline', 'device.online'],
    }),
  'change name unit asset tag or tags of a device': (client: Schoolgate) =>
    client.devices.update('dev_01kafw2n7qd5g8h1j3k6m9p2rs', {
      name: 'LIB-018',
      tags: ['library'],
    }),
  'unenroll a device': (client: Schoolgate) =>
    client.devices.delete('dev_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'send a command to a device': (client: Schoolgate) =>
    client.devices.command('dev_01kafw2n7qd5g8h1j3k6m9p2rs', {
      type: 'message',
      params: { text: 'The library closes in ten minutes.' },
      wait: 10,
    }),
  'lock a device': (client: Schoolgate) =>
    client.devices.lock('dev_01kafw2n7qd5g8h1j3k6m9p2rs', {
      durationMinutes: 30,
      message: 'See the office',
      wait: 10,
    }),
  'list the commands of a device': (client: Schoolgate) =>
    client.devices.listCommands('dev_01kafw2n7qd5g8h1j3k6m9p2rs', {
      status: ['queued', 'sent'],
    }),
  'get the removal code of a device': (client: Schoolgate) =>
    client.devices.removalCode('dev_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'list computers that ask to be enrolled as a device that is enrolled': (client: Schoolgate) =>
    client.enrollmentRequests.list(),
  'let a computer take the place of the device that it says to be': (client: Schoolgate) =>
    client.enrollmentRequests.approve('erq_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'refuse that a computer takes the place of a device': (client: Schoolgate) =>
    client.enrollmentRequests.refuse('erq_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'list enrollment tokens without their texts': (client: Schoolgate) =>
    client.enrollmentTokens.list(),
  'make an enrollment token its text is shown this once': (client: Schoolgate) =>
    client.enrollmentTokens.create({ name: 'Cart 3', maxUses: 30, ou: '/Springfield' }),
  'delete an enrollment token devices that used it stay enrolled': (client: Schoolgate) =>
    client.enrollmentTokens.delete('enr_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'pull events in the order in which they were committed': (client: Schoolgate) =>
    client.events.list({ type: 'device.*', after: 1233 }),
  'get one event in full also one whose body was too large to be pushed': (client: Schoolgate) =>
    client.events.get('evt_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'get how many devices enforce a policy version': (client: Schoolgate) =>
    client.evidence.get({ version: 42 }),
  'get how many devices enforce a policy version as CSV': (client: Schoolgate) =>
    client.evidence.csv({ version: 42 }),
  'list the devices that do not enforce a policy version and why': (client: Schoolgate) =>
    client.evidence.listDevices({ version: 42 }),
  'query logs': (client: Schoolgate) =>
    client.logs.list({
      user: 'ana@x.example',
      action: 'block',
      from: '2026-11-20',
      limit: 100,
    }),
  'get the settings of the organisation': (client: Schoolgate) =>
    client.organization.get(),
  'set settings of the organisation': (client: Schoolgate) =>
    client.organization.update({
      helpLine: 'Help desk, room 12, 555 0123',
      holidays: [{ from: '2026-12-21', to: '2027-01-08', name: 'Winter' }],
      retention: { logsDays: 90 },
    }),
  'list organisational units': (client: Schoolgate) =>
    client.ous.list({ ou: '/Springfield' }),
  'get one organisational unit': (client: Schoolgate) =>
    client.ous.get('ou_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'create an organisational unit': (client: Schoolgate) =>
    client.ous.create({ name: 'Grade-9', parentId: '/Springfield/High' }),
  'rename or move an organisational unit': (client: Schoolgate) =>
    client.ous.update('ou_01kafw3v5xe8m9t2q4r6y8b0cd', { name: 'Year-9' }),
  'delete an empty organisational unit': (client: Schoolgate) =>
    client.ous.delete('ou_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'list overrides': (client: Schoolgate) =>
    client.overrides.list({ status: 'active' }),
  'get one override': (client: Schoolgate) =>
    client.overrides.get('ovr_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'allow a site for a time': (client: Schoolgate) =>
    client.overrides.create({
      site: 'wiki.example',
      scope: { type: 'student', id: 'usr_01kafw2n7qd5g8h1j3k6m9p2rs' },
      reason: 'Ticket 4711',
      ttlMinutes: 120,
    }),
  'end an override before its time': (client: Schoolgate) =>
    client.overrides.delete('ovr_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'list policies': (client: Schoolgate) =>
    client.policies.list({ enabled: true }),
  'get one policy': (client: Schoolgate) =>
    client.policies.get('pol_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'create a policy': (client: Schoolgate) =>
    client.policies.create({
      name: 'School day',
      rules: [{ effect: 'block', locked: true, match: { categories: ['games'] }, reason: 'No games in lessons' }],
      schedule: {
        exceptDates: ['2026-12-25'],
        timezone: 'Europe/Madrid',
        windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '15:30' }],
      },
      settings: { activityLevel: 'domain', youtubeRestriction: 'strict' },
      target: { ous: ['/Springfield/High'] },
    }),
  'update a policy': (client: Schoolgate) =>
    client.policies.update('pol_01kafw2n7qd5g8h1j3k6m9p2rs', {
      priority: 200,
      settings: { activityLevel: null },
      target: { users: ['ana@x.example'] },
    }),
  'delete a policy': (client: Schoolgate) =>
    client.policies.delete('pol_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'explain what becomes of a request and why': (client: Schoolgate) =>
    client.policies.explain({
      url: 'https://play.example/',
      deviceId: 'dev_01kafw2n7qd5g8h1j3k6m9p2rs',
      at: '2026-11-20T10:00:00.000Z',
    }),
  'try a policy out on the requests of the last days': (client: Schoolgate) =>
    client.policies.preview({
      days: 7,
      policy: {
        name: 'School day',
        rules: [
          { effect: 'block', locked: true, match: { categories: ['games'] }, reason: 'No games in lessons' },
        ],
        schedule: {
          exceptDates: ['2026-12-25'],
          timezone: 'Europe/Madrid',
          windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '15:30' }],
        },
        settings: { activityLevel: 'domain', youtubeRestriction: 'strict' },
        target: { ous: ['/Springfield/High'] },
      },
      replaces: 'pol_01kafw2n7qd5g8h1j3k6m9p2rs',
    }),
  'get how many devices should and do enforce each policy version': (client: Schoolgate) =>
    client.policies.adoption({ ou: '/Springfield/High' }),
  'get the report of a week': (client: Schoolgate) =>
    client.reports.weekly({ week: '2026-W47' }),
  'get the report of a week as CSV': (client: Schoolgate) =>
    client.reports.weeklyCsv({ week: '2026-W47' }),
  'get the report of a week as HTML': (client: Schoolgate) =>
    client.reports.weeklyHtml({ week: '2026-W47' }),
  'get requests and blocks by hour beside the usual': (client: Schoolgate) =>
    client.reports.hourly({ from: '2026-11-20', ou: '/Springfield/High' }),
  'list the scopes and which of them this key has': (client: Schoolgate) =>
    client.scopes.list(),
  'find devices and people by a word': (client: Schoolgate) =>
    client.search.find({ q: 'ana', type: ['device', 'user'] }),
  'list users': (client: Schoolgate) =>
    client.users.list({ ou: '/Springfield/High', role: 'student' }),
  'get one user': (client: Schoolgate) =>
    client.users.get('usr_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'create a user or with upsert bring one up to date': (client: Schoolgate) =>
    client.users.create({
      email: 'ana@x.example',
      name: 'Ana Ruiz',
      externalId: 'SIS-1001',
      grade: '9',
      ou: '/Springfield/High/Grade-9',
      role: 'student',
      status: 'active',
      upsert: true,
    }),
  'change a user': (client: Schoolgate) =>
    client.users.update('usr_01kafw3v5xe8m9t2q4r6y8b0cd', {
      grade: '10',
      ou: '/Springfield/High/Grade-10',
    }),
  'delete a user': (client: Schoolgate) =>
    client.users.delete('usr_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'create or bring up to date up to 500 users': (client: Schoolgate) =>
    client.users.batch({
      upsert: true,
      users: [
        {
          email: 'ana@x.example',
          externalId: 'SIS-1001',
          grade: '9',
          name: 'Ana Ruiz',
          ou: '/Springfield/High/Grade-9',
          role: 'student',
          status: 'active',
        },
      ],
    }),
  'list webhooks without their secrets': (client: Schoolgate) =>
    client.webhooks.list({ enabled: true }),
  'get one webhook without its secret': (client: Schoolgate) =>
    client.webhooks.get('whk_01kafw3v5xe8m9t2q4r6y8b0cd'),
  'register a webhook the answer has its secret': (client: Schoolgate) =>
    client.webhooks.create({
      url: 'https://sis.example/hooks',
      events: ['device.*'],
      signature: 'hmac',
    }),
  'change a webhook or enable it again': (client: Schoolgate) =>
    client.webhooks.update('whk_01kafw3v5xe8m9t2q4r6y8b0cd', { enabled: true }),
  'delete a webhook with what is still to be delivered to it': (client: Schoolgate) =>
    client.webhooks.delete('whk_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'get the current secret of a webhook the audit names who has read it': (client: Schoolgate) =>
    client.webhooks.secret('whk_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'give a webhook a new secret at once former ones go on signing for a grace': (client: Schoolgate) =>
    client.webhooks.rotateSecret('whk_01kafw2n7qd5g8h1j3k6m9p2rs', { graceSeconds: 86400 }),
  'get the ed25519 public key of a webhook that signs with one': (client: Schoolgate) =>
    client.webhooks.publicKey('whk_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'send a sample of an event to a webhook now and see what it answers': (client: Schoolgate) =>
    client.webhooks.test('whk_01kafw2n7qd5g8h1j3k6m9p2rs', { eventType: 'device.offline' }),
  'send every event of a range that the webhook has not taken': (client: Schoolgate) =>
    client.webhooks.recover('whk_01kafw2n7qd5g8h1j3k6m9p2rs', {
      since: '2026-11-19T10:00:00.000Z',
      until: '2026-11-20T10:00:00.000Z',
    }),
  'list the events that there are each with a schema and an example': (client: Schoolgate) =>
    client.webhooks.eventTypes(),
  'list the deliveries of a webhook with their last attempts kept for 30 days': (client: Schoolgate) =>
    client.webhooks.deliveries.list('whk_01kafw2n7qd5g8h1j3k6m9p2rs', { status: 'failed' }),
  'get one delivery with its attempts': (client: Schoolgate) =>
    client.webhooks.deliveries.get('whk_01kafw2n7qd5g8h1j3k6m9p2rs', 'dlv_01kafw2n7qd5g8h1j3k6m9p2rs'),
  'send the event of a delivery once more under the same webhook id a failure is not retried': (client: Schoolgate) =>
    client.webhooks.deliveries.redeliver('whk_01kafw2n7qd5g8h1j3k6m9p2rs', 'dlv_01kafw2n7qd5g8h1j3k6m9p2rs'),
};
