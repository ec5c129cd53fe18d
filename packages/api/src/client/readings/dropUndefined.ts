type Defined<fields> = { [name in keyof fields]?: Exclude<fields[name], undefined> }

/** The fields that are given: `undefined` is not JSON. */
export function dropUndefined<fields extends object>(fields: fields): Defined<fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<fields>
}
