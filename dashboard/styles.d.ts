// What Vite adds to a module that a page imports.
declare module '*.css';
declare module 'virtual:theme.css';
