/** The files of a OneRoster 1.2 set. */
export type RosterSet = Readonly<Record<string, string>>;

export interface Student {
  readonly id: string;
  readonly email?: string;
  readonly name?: string;
  readonly role?: string;
  readonly org?: string;
  readonly grade?: string;
  readonly status?: string;
  readonly enabled?: boolean;
}

/** A set of one district with two schools and the people given. */
export function rosterSet(students: readonly Student[], mode: 'bulk' | 'delta' = 'bulk'): RosterSet {
  const users = students.map(
    ({ id, email, name, grade, status, enabled, org }) =>
      `${id},${status ?? ''},,${enabled ?? true},${id},${name ?? 'Ana'},Ruiz,${email ?? `${id}@x.example`},${grade ?? ''},${org ?? 's1'}`,
  );
  const roles = students.map(
    ({ id, role, org }) => `r-${id},,,${id},primary,${role ?? 'student'},,,${org ?? 's1'}`,
  );
  return {
    'manifest.csv': `propertyName,value\nmanifest.version,1.0\noneroster.version,1.2\nfile.orgs,${mode}\nfile.users,${mode}\nfile.roles,${mode}\n`,
    'orgs.csv':
      'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\nd1,,,Springfield,district,,\ns1,,,High,school,,d1\ns2,,,Low,school,,d1\n',
    'users.csv': [
      'sourcedId,status,dateLastModified,enabledUser,username,givenName,familyName,email,grades,primaryOrgSourcedId',
      ...users,
    ].join('\n'),
    'roles.csv': [
      'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId',
      ...roles,
    ].join('\n'),
  };
}
