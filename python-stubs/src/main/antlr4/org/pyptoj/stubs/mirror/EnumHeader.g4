/*
 * The enums of a C or C++ header. Namespaces give their names; whatever else a header holds is
 * skipped, brace by brace. Preprocessor lines are kept beside the tokens, since a condition inside
 * an enum cannot be judged here and must not be passed over.
 */
grammar EnumHeader;

file: item* EOF;

item
    : enumDefinition
    | namespace
    | '{' item* '}'
    | other
    ;

namespace: 'inline'? 'namespace' attribute* (NAME ('::' NAME)*)? '{' item* '}';

enumDefinition
    : 'typedef'? 'enum' ('class' | 'struct')? attribute* NAME? (':' underlying+)?
      '{' (enumerator (',' enumerator)* ','?)? '}' attribute* alias=NAME? ';'
    ;

underlying: NAME | '::' | '<' | '>';

enumerator: NAME attribute* ('=' (number | unknown+))?;

/** A part of an expression that is not reckoned here. */
unknown
    : '(' (unknown | ',')* ')'
    | '[' (unknown | ',')* ']'
    | '{' (unknown | ',')* '}'
    | ~('(' | ')' | '[' | ']' | '{' | '}' | ',')
    ;

attribute
    : '[' '[' inside* ']' ']'
    | NAME '(' inside* ')'
    ;

inside
    : '(' inside* ')'
    | '[' inside* ']'
    | ~('(' | ')' | '[' | ']')
    ;

number
    : NUMBER                                        # literal
    | '(' number ')'                                # parenthesized
    | op=('-' | '~' | '+') number                   # unary
    | number '*' number                             # product
    | number op=('+' | '-') number                  # sum
    | number ('<' '<') number                       # shiftLeft
    | number ('>' '>') number                       # shiftRight
    | number '&' number                             # and
    | number '|' number                             # or
    | (NAME '::')* NAME                             # earlier
    ;

other
    : 'enum' ('class' | 'struct')? attribute* NAME (':' underlying+)? ';'
    | ~('{' | '}' | 'enum' | 'namespace')
    | 'enum' NAME
    | 'namespace' NAME '=' (NAME | '::')+ ';'
    | 'using' 'namespace' (NAME | '::')+ ';'
    | 'using' 'enum' (NAME | '::')+ ';'
    ;

NAME: [A-Za-z_] [A-Za-z0-9_]*;
NUMBER
    : '0' [xX] [0-9a-fA-F']+ [uUlLzZ]*
    | '0' [bB] [01']+ [uUlLzZ]*
    | [0-9] [0-9']* ('.' [0-9]*)? ([eE] [+-]? [0-9]+)? [uUlLfFzZ]*
    ;
STRING: ('R' | 'L' | 'u8' | 'u' | 'U')? '"' ('\\' . | ~["\\\r\n])* '"';
CHARACTER: '\'' ('\\' . | ~['\\\r\n])+ '\'';

DIRECTIVE: '#' ('\\' '\r'? '\n' | ~[\r\n])* -> channel(HIDDEN);
LINE_COMMENT: '//' ~[\r\n]* -> skip;
BLOCK_COMMENT: '/*' .*? '*/' -> skip;
SPACE: [ \t\r\n\f\uFEFF]+ -> skip;

SIGN: [-+*/%&|^~!=<>?:;,.()[\]{}@$\\];
