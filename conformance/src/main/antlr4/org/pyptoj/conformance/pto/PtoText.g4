/*
 * PTO assembly text: the textual MLIR that the code generator writes and the PTO assembler reads.
 *
 * MLIR lets every operation choose its own syntax. Spelling each one out would tie this grammar to
 * one version of the dialect, so an operation is a name and a row of items (values, groups, types,
 * attributes, regions) that ends where the next operation begins. Only what cannot be read that
 * way has a rule of its own: modules, functions and the scf operations that bind values.
 */
grammar PtoText;

file: topLevel* EOF;

topLevel: alias | operation;

alias: (HASH | BANG) '=' (location | attribute);

operation
    : moduleOperation
    | functionOperation
    | forOperation
    | ifOperation
    | whileOperation
    | plainOperation
    ;

moduleOperation: 'module' SYMBOL? ('attributes' dictionary)? region location?;

functionOperation
    : 'func.func' ('private' | 'public' | 'nested')? SYMBOL '(' parameters? ')'
      ('->' typeList)? ('attributes' dictionary)? region? location?
    ;

parameters: parameter (',' parameter)*;

parameter: (SSA ':')? type dictionary? location?;

forOperation
    : results? 'scf.for' SSA '=' use 'to' use 'step' use
      ('iter_args' '(' bindings ')' '->' typeList)? (':' type)? region dictionary? location?
    ;

ifOperation
    : results? 'scf.if' use ('->' typeList)? region ('else' region)? dictionary? location?
    ;

whileOperation
    : results? 'scf.while' ('(' bindings ')')? ':' typeList '->' typeList region 'do' region
      ('attributes' dictionary)? location?
    ;

bindings: binding (',' binding)*;

binding: SSA '=' use;

plainOperation: results? operationName item* location?;

operationName: DOTTED | QUOTED_NAME | 'return';

results: resultPack (',' resultPack)* '=';

resultPack: SSA (':' NUMBER)?;

item
    : use
    | ','
    | types
    | keyword '=' (use | list | attribute)
    | keyword list
    | keyword group
    | dictionary
    | region
    | list
    | group
    | literal
    ;

/** An attribute that an operation's own syntax names; a colon after it begins the types. */
literal
    : NUMBER | SHAPE | STRING | QUOTED_NAME
    | HASH body?
    | SYMBOL ('::' SYMBOL)*
    | type
    ;

group: '(' item* ')';

list: '[' item* ']';

use: SSA POSITION?;

types: (':' typeList)? ('->' | 'to') typeList | ':' typeList;

typeList: typeOrFunction (',' typeOrFunction)*;

typeOrFunction: type | '(' (typeOrFunction (',' typeOrFunction)*)? ')';

type: (BANG | word) body? | body;

region: '{' operation* block* '}';

block: BLOCK_NAME ('(' parameters ')')? ':' operation*;

dictionary: '{' (entry (',' entry)*)? '}';

entry: (word | DOTTED | STRING | QUOTED_NAME) ('=' attribute)?;

attribute
    : (NUMBER | SHAPE) (':' type)?
    | (STRING | QUOTED_NAME) (':' type)?
    | HASH body?
    | SYMBOL ('::' SYMBOL)*
    | '[' (attribute (',' attribute)*)? ']'
    | dictionary
    | type
    | word body ':' type
    ;

/** What a dialect puts between angle brackets; kept as text. */
body: '<' balanced* '>';

balanced
    : '<' balanced* '>'
    | '(' balanced* ')'
    | '[' balanced* ']'
    | '{' balanced* '}'
    | ~('<' | '>' | '(' | ')' | '[' | ']' | '{' | '}')
    ;

location: 'loc' '(' balanced* ')';

keyword: word;

word
    : ID
    | 'module' | 'attributes' | 'private' | 'public' | 'nested' | 'to' | 'step' | 'iter_args'
    | 'else' | 'do' | 'loc'
    ;

COMMENT: '//' ~[\r\n]* -> skip;
SPACE: [ \t\r\n]+ -> skip;

/** A quoted operation name, or a string that looks like one. */
QUOTED_NAME: '"' [A-Za-z_] [A-Za-z0-9_]* ('.' [A-Za-z_] [A-Za-z0-9_]*)+ '"';
STRING: '"' ('\\' . | ~["\\])* '"';

BLOCK_NAME: '^' [A-Za-z0-9_$.]+;
SYMBOL: '@' ([A-Za-z0-9_$.-]+ | '"' ~["]* '"');
SSA: '%' [A-Za-z0-9_$.] ([A-Za-z0-9_$.] | '-' [A-Za-z0-9_$.])*
   | '%' '-' [0-9] [A-Za-z0-9_]*;
POSITION: '#' [0-9]+;
HASH: '#' [A-Za-z_] [A-Za-z0-9_]* ('.' [A-Za-z_] [A-Za-z0-9_]*)*;
BANG: '!' [A-Za-z_] [A-Za-z0-9_]* ('.' [A-Za-z_] [A-Za-z0-9_]*)*;
SHAPE: ([0-9]+ | '?') 'x' [A-Za-z0-9_?]*;
NUMBER: '-'? [0-9]+ ('.' [0-9]* ([eE] [+-]? [0-9]+)?)?;
DOTTED: [A-Za-z_] [A-Za-z0-9_]* ('.' [A-Za-z_] [A-Za-z0-9_]*)+;
ID: [A-Za-z_] [A-Za-z0-9_$]*;
ELLIPSIS: '...';
OTHER: [?*+|/&-];
