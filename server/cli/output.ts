/** Prints a value as one line of JSON when the caller is a program, else the text for people. Standard output is for this alone. */
export function print(json: true | undefined, value: unknown, text: string): void {
  console.log(json === true ? JSON.stringify(value) : text);
}
