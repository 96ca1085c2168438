import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { commandActor } from '../audit/audit.ts';
import { type AdminTools, type CommandContext, createCommand } from '../cli/command.ts';
import { toPlain } from '../cli/plain-text.ts';
import { logChanges } from './change-log.ts';
import { describeField, type FieldDescription } from './fields.ts';
import { type AdminOperation, AdminRefusal, type UploadedFile } from './operation.ts';
import { formatDetail } from './refusal-details.ts';
import { addStaffMember, listStaffMembers, removeStaffMember, STAFF_NAME_PATTERN } from './staff-accounts.ts';

type AdminCommandInput =
  | { readonly kind: 'add'; readonly name: string }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'operations' }
  | {
      readonly kind: 'do';
      readonly operation: string;
      /** Values by field; a field may have several. */
      readonly fields: ReadonlyMap<string, readonly string[]>;
      readonly isConsented: boolean;
      readonly folder: string;
    };

const USAGE = `Usage: npm run admin -- add <name>
       npm run admin -- list
       npm run admin -- remove <name>
       npm run admin -- operations
       npm run admin -- do <operation> [--<field> <value>]… [--yes]

Who runs the shop, and what they have it do. Add prints the code with which somebody chooses a password and a second factor on the
back office's pages, within a day; remove ends their sessions at once. Operations lists what can be done and its fields, and do does it: the
same that the pages do, written into the same log. A field that is a file takes its path, one of several values is written several
times; amounts are euros (12.50), moments by the clock of Amsterdam (2026-11-30T08:00). --yes where an operation needs a confirmation.
The running backend does it; add, list and remove also where none runs.
`;

/** Parses the arguments after the operation: `--field value` and `--yes`. */
function parseFieldArguments(words: readonly string[]) {
  const fields = new Map<string, string[]>();
  let isConsented = false;
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--yes') {
      isConsented = true;
      continue;
    }
    const [, name, joined] = /^--([a-zA-Z]\w{0,49})(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (name === undefined) return null;
    const value = joined ?? rest.shift();
    if (value === undefined) return null;
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return { fields, isConsented };
}

function read(words: readonly string[], folder: string): AdminCommandInput | null {
  const [kind, name, ...rest] = words;
  if ((kind === 'list' || kind === 'operations') && words.length === 1) return { kind };
  if ((kind === 'add' || kind === 'remove') && words.length === 2 && STAFF_NAME_PATTERN.test(name ?? '')) {
    return { kind, name: name ?? '' };
  }
  if (kind !== 'do' || name === undefined) return null;
  const written = parseFieldArguments(rest);
  return written && { kind, operation: name, ...written, folder };
}

/** Reads the files of an operation from the given paths. */
async function readFiles(
  operation: AdminOperation,
  { fields, folder }: Extract<AdminCommandInput, { kind: 'do' }>,
): Promise<Map<string, UploadedFile[]>> {
  const files = new Map<string, UploadedFile[]>();
  for (const field of Object.keys(operation.files)) {
    const sent: UploadedFile[] = [];
    for (const name of fields.get(field) ?? []) {
      const bytes = await readFile(path.resolve(folder, name)).catch(() => null);
      if (!bytes) throw new AdminRefusal('file_unreadable', { name: path.basename(name) }, field);
      sent.push({ name: path.basename(name), bytes });
    }
    if (sent.length > 0) files.set(field, sent);
  }
  return files;
}

function requireAdminTools({ admin }: CommandContext): AdminTools {
  if (!admin) throw new Error('The context of the command has no admin tools');
  return admin;
}

async function runAdminOperation(
  order: Extract<AdminCommandInput, { kind: 'do' }>,
  context: CommandContext,
): Promise<number> {
  const { print: say, warn, now } = context;
  const tools = requireAdminTools(context);
  const { operations } = tools;
  if (!operations) {
    warn('No backend is running: start the shop first.');
    return 1;
  }
  const t = tools.texts.getTranslate('en');
  const operation = operations.find(order.operation);
  if (!operation) {
    warn(`There is no operation ${toPlain(order.operation)}: npm run admin -- operations lists them.`);
    return 1;
  }
  if (operation.needsConsent && !order.isConsented) {
    warn('This needs a confirmation: say --yes.');
    return 1;
  }
  try {
    const files = await readFiles(operation, order);
    const written = new Map([...order.fields].filter(([name]) => !Object.hasOwn(operation.files, name)));
    const done = await operations.run(operation, { written, files, actor: commandActor, now });
    if (done.kind === 'faults') {
      for (const { field, code, values } of done.faults) {
        warn(toPlain(`--${field}: ${t(`admin.fault.${code}`, values)}`));
      }
      return 1;
    }
    if (done.kind === 'refused') throw done.refusal;
    // Applies to forms only: a command may be repeated.
    if (done.kind === 'repeated') return 0;
    const said = done.secret ?? done.message ?? { key: done.isChanged ? 'admin.done' : 'admin.unchanged' };
    say(toPlain(t(said.key, said.values)));
    if (done.message?.link) say(`${toPlain(t(done.message.link.key))}: ${done.message.link.href}`);
    if (done.isChanged) await context.deliverPurges();
    return 0;
  } catch (error) {
    if (!(error instanceof AdminRefusal)) throw error;
    const field = error.field === undefined ? '' : `--${error.field}: `;
    warn(toPlain(`${field}${t(`admin.refusal.${error.code}`, error.values)}`));
    for (const detail of error.details) warn(toPlain(`  ${formatDetail(t, detail)}`));
    return 1;
  }
}

/** Describes the values of a field for the list of operations. */
function describeFieldValues(field: FieldDescription): string {
  if (field.words.length > 0) return field.words.join('|');
  const { widget, type } = field;
  if (widget === 'euro' || widget === 'instant' || widget === 'day') return `<${widget}>`;
  if (widget === 'ids') return '<number,…>';
  if (widget === 'pieces') return '<position:pieces,…>';
  if (widget === 'lines') return '<text>…';
  if (type === 'boolean') return 'yes|no';
  return type === 'integer' || type === 'number' ? '<number>' : '<text>';
}

const describeOperation = ({ name, input, files, needsConsent }: AdminOperation): string => {
  const fields = Object.keys(input.properties).flatMap((name) => {
    const field = describeField(input, name);
    if (!field) return [];
    const words = `--${name} ${describeFieldValues(field)}`;
    return field.isOptional || field.type === 'boolean' ? [`[${words}]`] : [words];
  });
  return [
    name,
    ...fields,
    ...Object.keys(files).map((field) => `[--${field} <path>]`),
    ...(needsConsent ? ['--yes'] : []),
  ].join(' ');
};

/** `npm run admin`: manages staff members, and runs any admin operation. */
export const adminCommand = createCommand<AdminCommandInput>({
  name: 'admin',
  usage: USAGE,
  read,
  async run(order, context) {
    const { print: say, warn, now } = context;
    if (order.kind === 'do') return runAdminOperation(order, context);
    if (order.kind === 'operations') {
      const { operations } = requireAdminTools(context);
      if (!operations) {
        warn('No backend is running: start the shop first.');
        return 1;
      }
      say(operations.list.map(describeOperation).sort().join('\n'));
      return 0;
    }
    const { database } = await context.openDatabase();
    if (order.kind === 'list') {
      const people = await listStaffMembers(database);
      const lines = people.map(({ name, createdAt, isEnrolled }) =>
        [
          name,
          createdAt.toISOString().slice(0, 10),
          isEnrolled ? 'signs in' : 'has not chosen a password',
        ].join('  '),
      );
      say(lines.join('\n') || 'There is nobody: npm run admin -- add <name>.');
      return 0;
    }
    const { kind, name } = order;
    const note = (transaction: typeof database, staffMemberId: string, isAdded: boolean) =>
      logChanges(transaction, {
        operation: `admin.${kind}`,
        changes: [
          {
            resource: 'keeper',
            resourceId: staffMemberId,
            before: isAdded ? null : { name },
            after: isAdded ? { name } : null,
          },
        ],
        actor: commandActor,
        now,
      });
    if (kind === 'remove') {
      const removed = await database.transaction('admin-operation', async (transaction) => {
        const staffMemberId = await removeStaffMember(transaction, { name, now });
        if (staffMemberId !== null) await note(transaction, staffMemberId, false);
        return staffMemberId;
      });
      if (removed === null) warn(`There is no staff member ${name}.`);
      else say(`${name} comes in no more, and is signed out everywhere.`);
      return removed === null ? 1 : 0;
    }
    const secondFactor = (await requireAdminTools(context).createSecondFactors()).create();
    const added = await database.transaction('admin-operation', async (transaction) => {
      const done = await addStaffMember(transaction, { name, secondFactor, now });
      if (done) await note(transaction, done.staffMemberId, true);
      return done;
    });
    if (!added) {
      warn(`The staff member ${name} exists already.`);
      return 1;
    }
    say(
      `${name} chooses a password on ${requireAdminTools(context).address}enrol within a day, with this code:\n${added.code}`,
    );
    return 0;
  },
});
