import type { Command } from 'commander';
import { addImportOneRoster } from './import-oneroster.ts';

export function addImport(program: Command): void {
  addImportOneRoster(program.command('import').description('bring people in from elsewhere'));
}
