// The lock window on Linux: the agent's lock page over every monitor, in the session of the user at the screen. The agent starts it, keeps it up and ends it
// (agent/os/lock-window.ts). A script of GJS (GTK 3, WebKitGTK 4.1), so that the distribution keeps the browser in it safe.
//
//     gjs -m lock-window.js http://127.0.0.1:8124/locked
//
// It informs, the firewall locks: virtual terminals get past any window.
import Gdk from 'gi://Gdk?version=3.0';
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk?version=3.0';
import WebKit2 from 'gi://WebKit2?version=4.1';
import system from 'system';

/** While the agent starts again its page is away. */
const TRY_AGAIN_MS = 1_000;
/** A menu that is open, or another program, holds the keyboard: it is asked for again so often. */
const HOLD_AGAIN_MS = 500;

const [url = ''] = system.programArgs;
const origin = /^http:\/\/127\.0\.0\.1:\d+(?=\/)/.exec(url)?.[0];
if (origin === undefined) {
  printerr('lock-window: give the address of the lock page (http://127.0.0.1:…/locked)');
  system.exit(2);
}

Gtk.init(null);
const display = Gdk.Display.get_default();
if (display === null) {
  printerr('lock-window: there is no screen');
  system.exit(1);
}

/** Nothing is kept, and no proxy is asked: the page is on this computer. */
const context = WebKit2.WebContext.new_ephemeral();
context.get_website_data_manager().set_network_proxy_settings(WebKit2.NetworkProxyMode.NO_PROXY, null);
// WebKit goes by the locale that the C library has; the student's language may not be installed.
context.set_preferred_languages(
  GLib.get_language_names()
    .filter((name) => /^[a-z]{2,3}(_[A-Z]{2})?$/.test(name))
    .map((name) => name.replace('_', '-')),
);

let windows = [];
/** Which places they cover. */
let covered = '';

/** The page in one view. It leads nowhere else. */
function createPage() {
  const view = new WebKit2.WebView({ web_context: context });
  view.connect('context-menu', () => true);
  view.connect('create', () => null);
  view.connect('decide-policy', (_view, decision, type) => {
    if (type === WebKit2.PolicyDecisionType.RESPONSE) return false;
    const { uri } = decision.get_navigation_action().get_request();
    if (type === WebKit2.PolicyDecisionType.NAVIGATION_ACTION && uri.startsWith(`${origin}/`)) return false;
    decision.ignore();
    return true;
  });
  const loadLater = () => {
    GLib.timeout_add(GLib.PRIORITY_DEFAULT, TRY_AGAIN_MS, () => {
      view.load_uri(url);
      return GLib.SOURCE_REMOVE;
    });
    return true;
  };
  view.connect('load-failed', loadLater);
  view.connect('web-process-terminated', loadLater);
  view.load_uri(url);
  return view;
}

/** Covers one monitor, above all else, and cannot be closed. */
function cover({ x, y, width, height }, number) {
  const window = new Gtk.Window({ title: 'Schoolgate', decorated: false, skip_taskbar_hint: true });
  window.connect('delete-event', () => true);
  // Place and size for X without a window manager; Wayland and window managers go by the monitor.
  window.move(x, y);
  window.set_default_size(width, height);
  window.resize(width, height);
  window.set_keep_above(true);
  window.stick();
  window.fullscreen_on_monitor(display.get_default_screen(), number);
  window.add(createPage());
  window.show_all();
  return window;
}

/** @returns [{ x, y, width, height }, …] of every monitor, in the units of windows */
function places() {
  return Array.from({ length: display.get_n_monitors() }, (_, number) => {
    const { x, y, width, height } = display.get_monitor(number).get_geometry();
    return { x, y, width, height };
  });
}

/** Anew when a monitor has come, gone or changed; what was typed is lost then. */
function coverAll() {
  const found = places();
  if (JSON.stringify(found) === covered) return;
  covered = JSON.stringify(found);
  for (const window of windows) window.destroy();
  windows = found.map(cover);
}

const isX11 = display.constructor.$gtype.name === 'GdkX11Display';

/** Keeps the keyboard with one of the windows. On X11 all keys and clicks are ours, also those that switch windows; Wayland lets no program have them. */
function holdInput() {
  const [first] = windows;
  if (!first?.get_window()) return GLib.SOURCE_CONTINUE;
  if (!windows.some(({ is_active }) => is_active)) {
    first.present();
    first.get_window().focus(Gdk.CURRENT_TIME);
  }
  const seat = display.get_default_seat();
  if (isX11 && !display.device_is_grabbed(seat.get_keyboard()))
    seat.grab(first.get_window(), Gdk.SeatCapabilities.ALL, true, null, null, null);
  return GLib.SOURCE_CONTINUE;
}

coverAll();
display.connect('monitor-added', coverAll);
display.connect('monitor-removed', coverAll);
display.get_default_screen().connect('size-changed', coverAll);
GLib.timeout_add(GLib.PRIORITY_DEFAULT, HOLD_AGAIN_MS, holdInput);
Gtk.main();
